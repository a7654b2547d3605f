"""Scoring: E, e and outcomes of predictions, what they add up to, and how sure that is."""

from multiglobeqa.score.batch import score_many
from multiglobeqa.score.gold import Gold
from multiglobeqa.score.prediction import Prediction, parse_reply
from multiglobeqa.score.predictions import read_predictions
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import OUTCOMES, RESULTS, read_results, write_results
from multiglobeqa.score.single import Score, score

__all__ = [
    "OUTCOMES",
    "RESULTS",
    "Gold",
    "Names",
    "Prediction",
    "Score",
    "parse_reply",
    "read_predictions",
    "read_results",
    "score",
    "score_many",
    "write_results",
]
