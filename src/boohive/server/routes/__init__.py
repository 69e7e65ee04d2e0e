"""The bodies of HTTP requests by subject: plain functions that know no web framework. ``server/api.py`` gives them paths."""
