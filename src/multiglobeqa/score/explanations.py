"""What each statistic says, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

EXPLANATIONS: Mapping[str, str] = {
    "se": (
        "The standard error (after ±) lets questions about the same entities, and questions of "
        "the same sub-template, be right or wrong together (two-way clustering); with fewer than "
        "some 30 of either it is too small."
    ),
    "interval": (
        "The interval [low, high] is Wilson's at 95 %, for as many independent questions as the "
        "standard error is worth."
    ),
    "bootstrap": (
        "The bootstrap interval redraws entity tuples and sub-templates together, with a fixed "
        "seed, and takes the middle 95 % of what comes out."
    ),
    "seeds": (
        "With several seeds a rate is the mean over the runs, and sd their standard deviation: "
        "how much one run differs from the next, not how sure the rate is."
    ),
    "majority": (
        "The majority baseline answers every question with the most frequent gold answer of its "
        "sub-template, counted on the very questions that it answers: it is gold-informed."
    ),
    "majority_cross_validated": (
        "The cross-validated majority baseline counts only on questions about other entities: "
        "what a guesser without the gold answers can reach."
    ),
    "standardised": (
        "The standardised EM gives every group the benchmark's own mix of spatial functions, so "
        "that groups with easier questions do not look better."
    ),
    "contrast": (
        "Each group is compared with all the others; Holm's p below 0.05 means that, of all "
        "these comparisons, none would look so different by chance in 95 of 100 benchmarks, and "
        "q (Benjamini-Hochberg) bounds the share of false findings among those below it."
    ),
    "paired": (
        "The two runs are compared question by question; p allows for clusters as the standard "
        "errors do, and p_swap is the share of random swaps of the two runs that make them "
        "differ as much."
    ),
    "detectable": (
        "The detectable difference is the smallest true one that this comparison would find, at "
        "5 % significance, 4 times in 5; a smaller one is beyond it."
    ),
    "missing": (
        "A question without a prediction counts as a harness error: not answered, not refused."
    ),
    "refusals": (
        "FRR and NRR are shares of all answerable and all false-premise questions; a run that "
        "exhausted its budget has not refused."
    ),
    "free": (
        "Answers were read from free text: these scores must not be compared with strict ones."
    ),
}
