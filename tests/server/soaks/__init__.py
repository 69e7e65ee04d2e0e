"""Long runs against real servers, each of which stops by itself and can be continued: ``./dev soak NAME``."""
