#!/usr/bin/env python3
"""Makes clips of recorded sounds for ClapBenchmark, from packages of Debian (nothing of them is part of Diorama):

    clap_recordings.py FOLDER [--set train|test] [--packages FOLDER]

FOLDER/CLASS/N.wav: one channel, 16 bits, about 8 s, at 16, 44.1 or 48 kHz; beside a clip with claps N.claps with their seconds.
Needs apt-get, dpkg, ffmpeg, espeak-ng, fluidsynth and numpy. The two sets share no recording: other packages, or other drum kits.
--packages keeps the downloaded and unpacked packages there.

Claps: samples of hand claps of drum kits, played by hand, at random levels and speeds, dry or in a room, alone or before recorded
speech, music or noise that is 16 to 35 dB weaker.
"""

import argparse
import functools
import pathlib
import subprocess
import tempfile
import wave

import numpy as np

PACKAGES = [
    "asterisk-core-sounds-en-wav", "deepin-sound-theme", "fluid-soundfont-gm", "freedroidrpg-data", "hydrogen-drumkits",
    "klettres-data", "ktuberling-data", "pingus-data", "sonic-pi-samples", "sound-theme-freedesktop", "timgm6mb-soundfont",
    "wesnoth-1.16-music",
]
KITS = "hydrogen-drumkits/usr/share/hydrogen/data/drumkits"
# (class, files): globs below the folder of packages.
SOURCES = {
    "train": {
        "claps": [f"{KITS}/Millo-Drums_v.1/clap_*", f"{KITS}/ElectricEmpireKit/*Clap*"],
        "speech": ["klettres-data/**/*.ogg"],
        "music": ["freedroidrpg-data/**/music/**/*.ogg"],
        "drums": [f"{KITS}/Millo*/*.flac", f"{KITS}/ForzeeStereo/*", f"{KITS}/circAfrique v4/*"],
        "effects": ["pingus-data/**/*.wav", "sound-theme-freedesktop/**/*.oga"],
    },
    "test": {
        # Four claps of one person, and two of several people at nearly the same time.
        "claps": [f"{KITS}/Millo_MultiLayered2/clap_*", f"{KITS}/Gimme A Hand 1.0/HandClap-Hard.wav",
                  f"{KITS}/The Black Pearl 1.0/HandClap.wav"],
        "speech": ["asterisk-core-sounds-en-wav/**/*.wav", "ktuberling-data/**/*.wav", "ktuberling-data/**/*.ogg"],
        "music": ["wesnoth-1.16-music/**/*.ogg"],
        "drums": [f"{KITS}/BJA_Pacific/*", f"{KITS}/ColomboAcousticDrumkit/*", f"{KITS}/rumpf_kit_z01_h2/*",
                  "sonic-pi-samples/**/loop_*.flac", "sonic-pi-samples/**/tabla_*.flac"],
        "effects": ["freedroidrpg-data/**/sound/**/*.ogg", "deepin-sound-theme/**/*.wav", "sonic-pi-samples/**/perc_[bdist]*.flac"],
    },
}
CLIPS = {"speech": 100, "espeak": 40, "general-midi": 20, "music": 60, "drums": 20, "effects": 20, "claps": 120}
NOT_HANDS = ("clap", "snap")
VOICES = {"train": ["en-us", "de", "it", "pl"], "test": ["en-gb", "fr", "es", "nl", "sv", "pt-br"]}
SENTENCES = [
    "Put the red block on top of the tower, please. Take care! Pick up the paper, peel the potato, cut the cake.",
    "Tick, tock, tip, tap. Stop that! Catch the ball, kick it back, quick. Perfect, fantastic, terrific.",
    "The children play in the kitchen while their parents talk about the picnic in the park.",
]
SUFFIXES = {".wav", ".ogg", ".oga", ".flac"}
SECONDS = 8.0
MAX_FILES = 80


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def unpack(folder):
    """Downloads the packages that aren't in the folder, and unpacks each into a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        target = folder / package
        if target.is_dir():
            continue
        with tempfile.TemporaryDirectory() as work:
            run("apt-get", "download", package, cwd=work)
            target.mkdir()
            run("dpkg", "-x", next(pathlib.Path(work).glob("*.deb")), target)


@functools.lru_cache(maxsize=512)
def decoded(path, start, seconds):
    """The samples of any audio file at 48 kHz."""
    cut = (["-ss", str(start)] if start > 0 else []) + ["-t", str(seconds)]
    command = ["ffmpeg", "-v", "error", *cut, "-i", str(path), "-ac", "1", "-ar", "48000", "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True).stdout, np.float32).astype(np.float64)


def read(path, rate, speed=1.0, start=0.0):
    """Up to 8 s of an audio file at `rate`, played `speed` times as fast."""
    samples = decoded(path, start, SECONDS)
    step = 48000 * speed / rate
    if step > 1.5 and samples.size > 16:
        # Without the frequencies that the lower rate doesn't have.
        spectrum = np.fft.rfft(samples)
        spectrum[int(spectrum.size / step) :] = 0
        samples = np.fft.irfft(spectrum, samples.size)
    return np.interp(np.arange(0, samples.size - 1, step), np.arange(samples.size), samples) if samples.size else samples


def write(path, samples, rate):
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def in_room(samples, rate, random):
    """With the reverberation of a room: decaying noise, whose energy is 0.1 to 1.5 of that of the direct sound."""
    time = np.arange(int(rate * random.uniform(0.15, 0.7))) / rate
    tail = random.normal(size=time.size) * 10 ** (-3 * time / random.uniform(0.2, 0.7)) * (time > 0.004)
    tail *= np.sqrt(random.uniform(0.1, 1.5) / np.sum(tail**2))
    tail[0] = 1
    size = samples.size + tail.size
    return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(tail, size), size)[: samples.size]


def loudness(samples, rate):
    """The root mean square of the loudest 20 ms."""
    count = int(0.02 * rate)
    frames = samples[: samples.size // count * count].reshape(-1, count)
    return float(np.sqrt(np.max(np.mean(frames**2, axis=1)))) if frames.size else 0.0


def stretch(files, rate, random):
    """8 s of the files one after the other, from a random one on; long files from a random point."""
    parts, length = [], 0
    while length < SECONDS * rate:
        path = files[random.integers(len(files))]
        start = float(random.integers(0, 4) * 15) if "music" in str(path) else 0
        part = read(path, rate, start=start)
        if part.size == 0:
            continue
        part = part / max(np.max(np.abs(part)), 1e-6) * random.uniform(0.4, 1)
        parts += [part, np.zeros(int(rate * random.uniform(0.05, 0.6)))]
        length += parts[-2].size + parts[-1].size
    return np.concatenate(parts)[: int(SECONDS * rate)]


def background(files, rate, random):
    if random.random() < 0.3:
        return random.normal(size=int(SECONDS * rate)) * 0.1
    return stretch(files, rate, random)


def claps(files, others, rate, random):
    samples = np.zeros(int(SECONDS * rate))
    times, time = [], random.uniform(0.4, 1)
    while time < SECONDS - 0.7 and len(times) < 5:
        clap = read(files[random.integers(len(files))], rate, speed=random.uniform(0.85, 1.15))
        clap = clap / np.max(np.abs(clap)) * random.uniform(0.5, 1)
        # The sample may begin with silence: the time of a clap is that of its first tenth of the maximum.
        start = int(time * rate)
        samples[start : start + clap.size] += clap[: samples.size - start]
        times.append((start + int(np.argmax(np.abs(clap) > 0.1))) / rate)
        time += random.uniform(0.5, 1.8)
    if random.random() < 0.6:
        samples = in_room(samples, rate, random)
    noise = background(others, rate, random)
    samples += noise * loudness(samples, rate) / max(loudness(noise, rate), 1e-6) * 10 ** (-random.uniform(16, 35) / 20)
    return samples, times


def espeak(voice, rate, random, folder):
    path = folder / "speech.wav"
    text = " ".join(SENTENCES[i] for i in random.permutation(len(SENTENCES)))
    run("espeak-ng", "-v", voice, "-s", int(random.uniform(120, 220)), "-p", int(random.uniform(20, 90)), "-w", path, text)
    decoded.cache_clear()
    return read(path, rate)


def variable_length(number):
    """A number in the format of MIDI times: 7 bits per byte."""
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127 | 128)
    return bytes(reversed(parts))


def general_midi(font, rate, random, folder):
    """A random piece for piano, bass and drums without claps, played by fluidsynth from sampled instruments."""
    events = []
    for step in range(40):
        time = step * 240
        if step % 4 == 0:
            root = int(random.integers(48, 60))
        notes = [(0, root + int(random.choice([0, 4, 7, 12]))), (1, root - 12)] if random.random() < 0.8 else []
        drums = [36 if step % 4 == 0 else 38 if step % 4 == 2 else 42]
        if step % 7 == 3:
            drums.append(int(random.choice([37, 45, 49, 54, 56])))
        for channel, note in notes + [(9, drum) for drum in drums]:
            velocity = int(random.uniform(50, 127))
            events += [(time, bytes([0x90 | channel, note, velocity])), (time + 200, bytes([0x80 | channel, note, 0]))]
    track, last = bytes([0, 0xC0, int(random.choice([0, 4, 11, 24, 46])), 0, 0xC1, 33]), 0
    for time, event in sorted(events):
        track += variable_length(time - last) + event
        last = time
    track += bytes([0, 0xFF, 0x2F, 0])
    midi = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]) + b"MTrk" + len(track).to_bytes(4, "big") + track
    (folder / "piece.mid").write_bytes(midi)
    run("fluidsynth", "-ni", "-F", folder / "piece.wav", "-r", 44100, font, folder / "piece.mid")
    decoded.cache_clear()
    return read(folder / "piece.wav", rate)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--set", choices=["train", "test"], default="test", dest="name")
    parser.add_argument("--packages", type=pathlib.Path)
    options = parser.parse_args()
    random = np.random.default_rng(1 if options.name == "train" else 2)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        packages = options.packages or work / "packages"
        unpack(packages)
        files = {}
        for kind, globs in SOURCES[options.name].items():
            found = sorted(path for glob in globs for path in packages.glob(glob) if path.suffix in SUFFIXES)
            files[kind] = [path for path in found if kind == "claps" or not any(word in path.name.lower() for word in NOT_HANDS)]
            # Starting a decoder takes longer than decoding.
            files[kind] = [files[kind][i] for i in random.permutation(len(files[kind]))[:MAX_FILES]]
            if not found:
                raise SystemExit(f"clap_recordings.py: no recordings of {kind} below {packages}")
        fonts = {"train": "timgm6mb-soundfont/**/*.sf2", "test": "fluid-soundfont-gm/**/*.sf2"}
        font = next(packages.glob(fonts[options.name]))
        for kind, count in CLIPS.items():
            for number in range(count):
                rate = int(random.choice([16000, 44100, 48000]))
                times = None
                if kind == "claps":
                    samples, times = claps(files["claps"], files["speech"] + files["music"], rate, random)
                elif kind == "espeak":
                    samples = espeak(str(random.choice(VOICES[options.name])), rate, random, work)
                elif kind == "general-midi":
                    samples = general_midi(font, rate, random, work)
                else:
                    samples = stretch(files[kind], rate, random)
                samples = samples / max(np.max(np.abs(samples)), 1e-6) * 10 ** (-random.uniform(2, 35) / 20)
                samples += random.normal(size=samples.size) * loudness(samples, rate) * 10 ** (-random.uniform(30, 60) / 20)
                path = options.folder / kind / f"{number:03}.wav"
                write(path, samples, rate)
                if times is not None:
                    path.with_suffix(".claps").write_text("".join(f"{time:.4f}\n" for time in times))
        print(f"{sum(CLIPS.values())} clips in {options.folder}")


main()
