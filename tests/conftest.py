"""What every test shares."""

from hypothesis import settings

# Two shared cores: a slow example says nothing about the code. Timings are measured in benchmarks/.
settings.register_profile("glassbox", deadline=None)
settings.load_profile("glassbox")
