"""Property tests without a deadline: on a busy machine an example may take long."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
