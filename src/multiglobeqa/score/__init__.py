"""Scoring: E, e and outcomes of predictions, what they add up to, and how sure that is."""

from multiglobeqa.score.aggregate import aggregate, standardise
from multiglobeqa.score.baseline import majority_baseline
from multiglobeqa.score.batch import score_file, score_many
from multiglobeqa.score.gold import Gold
from multiglobeqa.score.paired import compare, contrast
from multiglobeqa.score.prediction import Prediction, parse_reply
from multiglobeqa.score.predictions import read_predictions
from multiglobeqa.score.representative import representativeness
from multiglobeqa.score.rescore import changes, rescore
from multiglobeqa.score.resolve import Names
from multiglobeqa.score.results import OUTCOMES, RESULTS, read_results, write_results
from multiglobeqa.score.signature import signature
from multiglobeqa.score.single import Score, score

__all__ = [
    "OUTCOMES",
    "RESULTS",
    "Gold",
    "Names",
    "Prediction",
    "Score",
    "aggregate",
    "changes",
    "compare",
    "contrast",
    "majority_baseline",
    "parse_reply",
    "read_predictions",
    "read_results",
    "representativeness",
    "rescore",
    "score",
    "score_file",
    "score_many",
    "signature",
    "standardise",
    "write_results",
]
