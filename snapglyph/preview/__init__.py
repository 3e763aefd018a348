"""Pages for people to look at."""

from .sheet import contact_sheet

__all__ = ["contact_sheet"]
