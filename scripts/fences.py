"""Examples in docstrings as blocks of code on the site: to Markdown ``>>>`` alone is a quotation."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^(?:>>> .*\n?(?:(?!>>> |\s*$).*\n?)*)+", re.MULTILINE)


class Fences(griffe.Extension):
    """Runs over every object that the site describes."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put a fence around each example, unless there is one."""
        if obj.docstring is not None and "```" not in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring whose examples are blocks of code."""
    return EXAMPLE.sub(lambda found: f"\n```python\n{found[0].rstrip()}\n```\n", text)
