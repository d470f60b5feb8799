"""Imports Open3D without the notebook and web packages that its visualisation asks for: `from headless_open3d import open3d`."""

import sys
import types


class _Absent(types.ModuleType):
    """Stands in for a package that is not installed; any name in it is another of these."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent(name)

    def __call__(self, *arguments, **named):
        return self


for _name in ("plotly", "plotly.graph_objects", "plotly.subplots", "dash"):
    try:
        __import__(_name)
    except ImportError:
        sys.modules[_name] = _Absent(_name)

import open3d  # noqa: E402, F401
