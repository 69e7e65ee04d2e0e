"""The simplest way to do what ``server/fast`` does faster; tests run with these too."""
