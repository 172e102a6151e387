"""What holds for all property tests: the machines are shared, so no example has a deadline, and a commit is judged by the same
examples wherever it is tested. `make sim` looks for new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("same")
