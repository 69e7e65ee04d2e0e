"""What a long run has collected so far, in a file: it can be stopped at any time and continued later."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path


class Counts:
    """Numbers by name. Only what has been checked is added, so that a run that was cut off counts for nothing."""

    def __init__(self, path):
        self.path = Path(path)
        self.numbers = self._read()

    def _read(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def __getitem__(self, name):
        return self.numbers.get(name, 0)

    def add(self, **more):
        self.numbers = self._read()
        for name, number in more.items():
            self.numbers[name] = round(self[name] + number, 1)
        self.numbers["commits"] = sorted({*(self["commits"] or []), commit()})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(self.numbers, indent=1) + "\n")
        os.replace(part, self.path)

    def missing(self, wanted):
        """What is not reached yet."""
        return {name: number - self[name] for name, number in wanted.items() if self[name] < number}


class Patience:
    """Until when a run goes on: its minutes, or a signal to end it."""

    def __init__(self, minutes):
        self.end = time.monotonic() + 60 * minutes
        self.told = False

    def obey_signals(self):
        """End early, but in order, when told to."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._tell)
        return self

    def _tell(self, *_):
        self.told = True

    def is_over(self):
        return self.told or time.monotonic() > self.end


def commit():
    """The state of the project that runs."""
    words = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
