"""``python -m boohive`` is the same as ``boohive``."""

import sys

from boohive.cli import main

sys.exit(main())
