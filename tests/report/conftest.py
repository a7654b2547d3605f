"""Results as a run writes them, with the names and replies that a report must survive."""

import json
from hashlib import sha256

import pyarrow as pa
import pytest

from multiglobeqa.score.results import RESULTS, write_results

SCRIPT = "</script></td><script>alert('x')</script><img src=x onerror=alert(1)>"
RIGHT_TO_LEFT = "\u202egnirts\u202c \u200f\u05d1\u05d9\u05ea \u0645\u062f\u0631\u0633\u0629"
QUOTES = 'L\'Aquila "centro" & <b>più</b> `x` ${y} {z} %s'
LONG = "Ταξιδιωτικό" * 50
NAMES = ("Helsinki", SCRIPT, RIGHT_TO_LEFT, QUOTES, LONG, "Nul\x00 \x1b[31m \ufffe")

GOLDS = {
    ("A", "A1", "distance"): 12.5,
    ("B", "B2", "set"): ["Espoo", SCRIPT],
    ("F", "F1.north", "entity"): QUOTES,
    ("J", "J1.north", "boolean"): True,
    ("N", "N1", "point"): {"latitude": 60.17, "longitude": 24.94},
}
STRATA = (
    ("FIN", "HIC", "low"),
    ("KEN", "LMC", "high"),
    ("PER", "UMC", "medium"),
    ("MOZ", "LIC", "low"),
    ("ETH", None, None),
)


def results(model="model", tier="T1", seeds=(0,), size=120, share=0.4):
    """Return results whose outcomes depend on nothing but the arguments."""
    rows = []
    for seed in seeds:
        for number in range(size):
            (sfid, sub, answer_format), gold = list(GOLDS.items())[number % len(GOLDS)]
            country, income, density = STRATA[number // 5 % len(STRATA)]
            holds = not (sub == "B2" and number % 3 == 0)
            digest = sha256(f"{model} {tier} {seed} {number}".encode()).digest()
            luck = digest[0] / 256
            outcome = (
                "correct" if luck < share else ("wrong", "refused", "format_error")[digest[1] % 3]
            )
            if not holds:
                outcome = "refused" if luck < share else "wrong"
            right = outcome == ("correct" if holds else "refused")
            readable = outcome in ("correct", "wrong")
            rows.append(
                {
                    "question_id": sha256(str(number).encode()).hexdigest()[:16],
                    "language": "eng",
                    "tier": tier,
                    "model": model,
                    "seed": seed,
                    "tid": sub.split(".")[0],
                    "sub_template": sub,
                    "sfid": sfid,
                    "kg": ("worldkg", "atlas")[number % 2],
                    "answer_format": answer_format,
                    "modality": "text",
                    "premise_holds": holds,
                    "country": country,
                    "income_tier": income,
                    "density_tier": density,
                    "tuple_id": f"t{number // 2}",
                    "question": f"Where is {NAMES[number % len(NAMES)]}?",
                    "gold": json.dumps(gold) if holds else None,
                    "raw": f"I say {NAMES[(number + 1) % len(NAMES)]}",
                    "answer": json.dumps(gold) if readable else None,
                    "read_as": "json" if readable else None,
                    "problem": f"no {QUOTES}" if outcome == "format_error" else None,
                    "outcome": outcome,
                    "em": int(right),
                    "ne": 0.0 if right else 1.0,
                    "seconds": 0.5,
                }
            )
    columns = {name: [row.get(name) for row in rows] for name in RESULTS.names}
    return pa.table(columns, schema=RESULTS)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return a results folder of one run."""
    path = tmp_path_factory.mktemp("results") / "one"
    write_results(path, results(), {"dataset": {"name": SCRIPT}})
    return path


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """Return results folders of a hostile model with two seeds, and of a better one."""
    root = tmp_path_factory.mktemp("results")
    write_results(root / "a", results(f"local/{SCRIPT}", seeds=(0, 1)), {"model": RIGHT_TO_LEFT})
    write_results(root / "b", results("solver", tier="T3a", share=0.9), {})
    return [root / "a", root / "b"]
