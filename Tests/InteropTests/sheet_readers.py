"""Readers of drawings on paper, of pictures and of videos."""

import json
import re
import tempfile

from readers import Found, reader, tool


@reader("qpdf", "plan/pdf")
def with_qpdf(path):
    tool("qpdf", "--check", path)
    return Found()


@reader("poppler", "plan/pdf")
def with_poppler(path):
    text = tool("pdfinfo", path)
    assert "rror" not in text, text[:200]
    width, height = (float(x) / 72 * 25.4 for x in re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", text).groups())
    drawn = tool("pdftocairo", "-svg", "-f", "1", "-l", "1", path, "-").count("<path")
    fonts = tool("pdffonts", path).splitlines()[2:]
    remarks = [f"the font {line.split()[0]} is not embedded" for line in fonts if line.split()[-5] != "yes"]
    return Found(
        remarks=remarks,
        drawn=drawn,
        pages=int(re.search(r"Pages:\s+(\d+)", text)[1]),
        page_mm=(width, height),
        text=tool("pdftotext", path, "-"),
    )


@reader("mupdf", "plan/pdf")
def with_mupdf(path):
    import pymupdf

    pymupdf.TOOLS.reset_mupdf_warnings()
    document = pymupdf.open(path)
    drawn = sum(len(page.get_drawings()) for page in document)
    text = "".join(page.get_text() for page in document)
    warnings = pymupdf.TOOLS.mupdf_warnings()
    return Found(
        remarks=([warnings[:200]] if warnings else []) + (["it had to be repaired"] if document.is_repaired else []),
        drawn=drawn,
        text=text,
        pages=len(document),
    )


@reader("librsvg", "plan/svg")
def with_librsvg(path):
    from PIL import Image

    with tempfile.NamedTemporaryFile(suffix=".png") as picture:
        tool("rsvg-convert", "-w", "400", path, "-o", picture.name)
        extremes = Image.open(picture.name).convert("RGBA").getextrema()
    assert any(low != high for low, high in extremes), "it renders blank"
    return Found()


@reader("resvg", "plan/svg")
def with_resvg(path):
    import io

    import resvg_py
    from PIL import Image

    extremes = (
        Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(), dpi=96)))).convert("RGBA").getextrema()
    )
    assert any(low != high for low, high in extremes), "it renders blank"
    return Found()


@reader("svgelements", "plan/svg")
def with_svgelements(path):
    from svgelements import SVG, Shape, Text

    elements = list(SVG.parse(str(path)).elements())
    shapes = [e for e in elements if isinstance(e, Shape)]
    assert shapes, "no shapes"
    head = path.read_text()[:2000]
    size = [float(x) for x in re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', head).groups()]
    return Found(
        remarks=["coordinates are not finite"] if any("nan" in str(e.bbox()) for e in shapes) else [],
        drawn=len(shapes),
        page_mm=tuple(size),
        text=" ".join(str(e.text) for e in elements if isinstance(e, Text)),
    )


@reader("pngcheck", "plan/png view/png")
def with_pngcheck(path):
    return Found(info=tool("pngcheck", path).strip()[-120:])


@reader("pillow", "plan/png view/png")
def with_pillow(path):
    from PIL import Image

    picture = Image.open(path)
    picture.load()
    extremes = picture.convert("RGB").getextrema()
    assert any(low != high for low, high in extremes), "it is blank"
    return Found(size=picture.size, mode=picture.mode, dpi=picture.info.get("dpi"))


@reader("ffmpeg", "video/mp4 video/mov")
def with_ffmpeg(path):
    """Every picture decoded; the times of all, so that an uneven one shows."""
    told = json.loads(
        tool(
            "ffprobe",
            "-v",
            "error",
            "-count_frames",
            "-show_streams",
            "-show_format",
            "-show_entries",
            "packet=pts_time,duration_time",
            "-of",
            "json",
            path,
        )
    )
    errors = tool("ffmpeg", "-v", "error", "-xerror", "-i", path, "-f", "null", "-").strip()
    video = next(s for s in told["streams"] if s["codec_type"] == "video")
    times = sorted(float(p["pts_time"]) for p in told["packets"])
    steps = {round(b - a, 4) for a, b in zip(times, times[1:])}
    # In a file that starts fast the index (moov) lies before the data (mdat).
    atoms = re.findall(r"type:'(moov|mdat)' parent:'root'", tool("ffprobe", "-v", "trace", path))
    remarks = [errors[-200:]] if errors else []
    if video["r_frame_rate"] != video["avg_frame_rate"] or max(steps) - min(steps) > 0.0011:
        remarks.append(f"its frame rate is not constant: {sorted(steps)[:4]}")
    if atoms[:1] != ["moov"]:
        remarks.append(f"it does not start fast: {atoms}")
    wanted = {
        "codec_name": "h264",
        "pix_fmt": "yuv420p",
        "color_space": "bt709",
        "color_primaries": "bt709",
        "color_transfer": "bt709",
        "color_range": "tv",
    }
    remarks += [f"its {k} is {video.get(k)}, not {v}" for k, v in wanted.items() if video.get(k) != v]
    if int(video.get("nb_frames", 0)) != int(video["nb_read_frames"]):
        remarks.append("it holds fewer pictures than its header says")
    return Found(remarks=remarks, frames=int(video["nb_read_frames"]), size=(video["width"], video["height"]))


@reader("mediainfo", "video/mp4 video/mov")
def with_mediainfo(path):
    tracks = json.loads(tool("mediainfo", "--Output=JSON", path))["media"]["track"]
    video = next(t for t in tracks if t["@type"] == "Video")
    remarks = ["it is cut short"] if tracks[0].get("IsTruncated") == "Yes" else []
    if tracks[0].get("IsStreamable") == "No":
        remarks.append("it does not start fast")
    if video.get("FrameRate_Mode", "CFR") != "CFR":
        remarks.append(f"its frame rate mode is {video['FrameRate_Mode']}")
    return Found(remarks=remarks, frames=int(video["FrameCount"]))
