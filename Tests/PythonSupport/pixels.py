"""Questions to pictures. Colours are compared by hue, because light and encoding change their brightness."""

import colorsys

from PIL import Image, ImageChops, ImageStat

Colour = tuple[int, int, int]


def same_hue(a: Colour, b: Colour, tolerance: float = 0.06) -> bool:
    (ha, sa, va), (hb, sb, vb) = (colorsys.rgb_to_hsv(*(c / 255 for c in colour)) for colour in (a, b))
    if min(sa, sb) < 0.2 or min(va, vb) < 0.12:
        return False
    away = abs(ha - hb)
    return min(away, 1 - away) < tolerance


def share(picture: Image.Image, colour: Colour) -> float:
    """The part of the picture that has this colour's hue."""
    small = picture.resize((160, 120), Image.Resampling.NEAREST)
    pixels = list(small.getdata())
    return sum(same_hue(pixel, colour) for pixel in pixels) / len(pixels)


def count(picture: Image.Image, colour: Colour, tolerance: int = 30) -> int:
    """Pixels of nearly this colour, brightness included."""
    return sum(all(abs(a - b) <= tolerance for a, b in zip(pixel, colour)) for pixel in picture.getdata())


def middle(picture: Image.Image) -> Colour:
    """The mean of a few pixels in the middle."""
    x, y = picture.width // 2, picture.height // 2
    mean = ImageStat.Stat(picture.crop((x - 4, y - 4, x + 5, y + 5))).mean
    return tuple(round(value) for value in mean)


def difference(a: Image.Image, b: Image.Image) -> float:
    """Mean absolute difference of all channels, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(a, b)).mean) / 3
