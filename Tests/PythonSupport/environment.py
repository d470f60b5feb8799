"""
The environment that servers and browsers run in, the same on every machine: own home, temporary folder, fonts, locale and time
zone.
"""

import os
import pathlib

# Families of Debian packages that scripts/setup.sh installs: a wide one and a narrow one.
FONTS = {
    "wide": ("DejaVu Sans", "/usr/share/fonts/truetype/dejavu"),  # fonts-dejavu-core
    "narrow": ("Liberation Sans Narrow", "/usr/share/fonts/truetype/liberation"),  # fonts-liberation
}

FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>
  </match>
</fontconfig>
"""

# What is taken over from whoever runs the tests; everything else is set here.
KEPT = ("PATH", "LD_LIBRARY_PATH", "DIORAMA_SIMD", "SWIFT_BACKTRACE")


def isolated(folder: pathlib.Path, font: str = "wide") -> dict[str, str]:
    """Makes the folders below `folder` and returns the variables. Text has this font, whatever a page asks for."""
    family, fonts = FONTS[font]
    assert any(pathlib.Path(fonts).glob("*.ttf")), f"{family} is missing in {fonts}; run scripts/setup.sh test"
    paths = {name: folder / name for name in ("home", "tmp", "config", "cache", "data", "run")}
    for path in paths.values():
        path.mkdir(parents=True, exist_ok=True)
    paths["run"].chmod(0o700)
    configuration = folder / f"fonts-{font}.conf"
    configuration.write_text(FONTCONFIG.format(folder=fonts, cache=paths["cache"] / f"fonts-{font}", family=family))
    return {
        **{name: os.environ[name] for name in KEPT if name in os.environ},
        "HOME": str(paths["home"]),
        "TMPDIR": str(paths["tmp"]),
        "XDG_CONFIG_HOME": str(paths["config"]),
        "XDG_CACHE_HOME": str(paths["cache"]),
        "XDG_DATA_HOME": str(paths["data"]),
        "XDG_RUNTIME_DIR": str(paths["run"]),
        "FONTCONFIG_FILE": str(configuration),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
