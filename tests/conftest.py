"""What holds for all tests: no deadlines in Hypothesis, for first examples build tables on busy machines."""

from hypothesis import settings

settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
