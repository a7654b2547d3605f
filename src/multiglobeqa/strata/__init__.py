"""Country, income tier and density tier of a place."""

from multiglobeqa.strata.places import DENSITY_TIERS, INCOME_TIERS, Strata

__all__ = ["DENSITY_TIERS", "INCOME_TIERS", "Strata"]
