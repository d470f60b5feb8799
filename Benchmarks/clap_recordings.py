#!/usr/bin/env python3
"""Makes clips of recorded sounds for ClapBenchmark, from packages of Debian and public repositories (nothing of them is part of
Diorama):

    clap_recordings.py FOLDER --set train|test [--packages FOLDER] [--repositories FOLDER] [--seed N]

FOLDER/CLASS/N.wav: one channel, 16 bits, about 8 s, at 16, 44.1 or 48 kHz; beside a clip with claps N.claps with their seconds, and
N.source with the names of the recordings. Needs apt-get, dpkg, ffmpeg, espeak-ng, fluidsynth and numpy. The two sets share no
recording and no source of claps. --packages keeps the downloaded and unpacked packages there; --repositories has a folder
OWNER+NAME for each repository of clap_sources.py, cloned before.

Claps: recordings as they are, in their own rooms and noise, at other levels and sample rates; and single claps, dry or in a room,
in recorded speech, music or noise that is 16 to 35 dB weaker.
"""

import argparse
import functools
import pathlib
import subprocess
import tempfile
import wave

import numpy as np

from clap_sources import CLAPS, PACKAGES, SINGLE_CLAPS, SOURCES, VOICES, clap_times

CLIPS = {
    "train": {"speech": 320, "espeak": 80, "general-midi": 80, "music": 90, "drums": 80, "effects": 60, "doors": 60, "noise": 40,
              "claps-mixed": 240},
    "test": {"speech": 60, "espeak": 20, "general-midi": 20, "music": 40, "drums": 20, "effects": 20, "doors": 40, "noise": 40,
             "claps-mixed": 60},
}
NOT_HANDS = ("clap", "snap")
SENTENCES = [
    "Put the red block on top of the tower, please. Take care! Pick up the paper, peel the potato, cut the cake.",
    "Tick, tock, tip, tap. Stop that! Catch the ball, kick it back, quick. Perfect, fantastic, terrific.",
    "The children play in the kitchen while their parents talk about the picnic in the park.",
]
SUFFIXES = {".wav", ".ogg", ".oga", ".flac", ".mp3", ".m4a"}
SECONDS = 8.0
MAX_FILES = 160


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


def resampled(samples, rate, speed=1.0):
    """Samples at 48 kHz at another rate, played `speed` times as fast."""
    step = 48000 * speed / rate
    if step > 1.02 and samples.size > 16:
        # Without the frequencies that the lower rate doesn't have.
        spectrum = np.fft.rfft(samples)
        spectrum[int(spectrum.size / step) :] = 0
        samples = np.fft.irfft(spectrum, samples.size)
    return np.interp(np.arange(0, samples.size - 1, step), np.arange(samples.size), samples) if samples.size else samples


def read(path, rate, speed=1.0, start=0.0):
    """Up to 8 s of an audio file at `rate`, played `speed` times as fast."""
    return resampled(decoded(path, start, SECONDS), rate, speed)


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


def colored(samples, rate, random):
    """Through another microphone: a smooth random response of up to 6 dB, and another limit of high frequencies."""
    spectrum = np.fft.rfft(samples)
    octaves = np.log2(np.maximum(np.fft.rfftfreq(samples.size, 1 / rate), 20) / 20)
    response = np.interp(octaves, np.arange(11), random.uniform(-6, 6, size=11))
    limit = np.log2(random.uniform(5_000, 20_000) / 20)
    response -= 12 * np.maximum(0, octaves - limit)
    return np.fft.irfft(spectrum * 10 ** (response / 20), samples.size)


def loudness(samples, rate):
    """The root mean square of the loudest 20 ms."""
    count = int(0.02 * rate)
    frames = samples[: samples.size // count * count].reshape(-1, count)
    return float(np.sqrt(np.max(np.mean(frames**2, axis=1)))) if frames.size else 0.0


def stretch(files, rate, random, gaps=(0.05, 0.6)):
    """8 s of the files one after the other, from a random one on; long files from a random point."""
    parts, length = [], 0
    while length < SECONDS * rate:
        path = files[random.integers(len(files))]
        start = float(random.integers(0, 4) * 15) if "music" in str(path).lower() else 0
        part = read(path, rate, start=start)
        if part.size == 0:
            continue
        # Without clicks where a recording is cut.
        ramp = min(part.size // 2, int(0.004 * rate))
        part[:ramp] *= np.linspace(0, 1, ramp)
        part[part.size - ramp :] *= np.linspace(1, 0, ramp)
        part = part / max(np.max(np.abs(part)), 1e-6) * random.uniform(0.4, 1)
        parts += [part, np.zeros(int(rate * random.uniform(*gaps)))]
        length += parts[-2].size + parts[-1].size
    return np.concatenate(parts)[: int(SECONDS * rate)]


def background(files, rate, random):
    if random.random() < 0.3:
        return random.normal(size=int(SECONDS * rate)) * 0.1
    return stretch(files, rate, random)


def mixed_claps(singles, others, rate, random):
    """Single claps in recorded speech, music or noise."""
    samples = np.zeros(int(SECONDS * rate))
    times, time = [], random.uniform(0.4, 1)
    # The claps of a clip are those of one person.
    group = sorted(singles)[random.integers(len(singles))]
    while time < SECONDS - 0.7 and len(times) < 5:
        clap = resampled(singles[group][random.integers(len(singles[group]))], rate, speed=random.uniform(0.85, 1.15))
        clap = clap / np.max(np.abs(clap)) * random.uniform(0.5, 1)
        # The recording may begin with silence: the time of a clap is that of its first tenth of the maximum.
        start = int(time * rate)
        samples[start : start + clap.size] += clap[: samples.size - start]
        times.append((start + int(np.argmax(np.abs(clap) > 0.1 * np.max(np.abs(clap))))) / rate)
        time += random.uniform(0.5, 1.8)
    if random.random() < 0.5:
        samples = in_room(samples, rate, random)
    if random.random() < 0.5:
        samples = colored(samples, rate, random)
    noise = background(others, rate, random)
    samples += noise * loudness(samples, rate) / max(loudness(noise, rate), 1e-6) * 10 ** (-random.uniform(16, 35) / 20)
    return samples, times, group


def own_claps(path, times, rate, random, change):
    """A recording with claps as it is; before and after it the noise of its quietest half second goes on."""
    samples = decoded(path, 0, 60.0)
    size = min(samples.size // 3, 24_000)
    starts = range(0, samples.size - size, max(1, size // 4))
    quiet = min(starts, key=lambda start: np.sum(samples[start : start + size] ** 2))
    noise = samples[quiet : quiet + size]
    around = np.concatenate([noise[::-1], noise])
    before = np.tile(around, 1 + 48_000 // around.size)[-48_000:]
    whole = np.concatenate([before, samples, before[::-1]])
    speed = random.uniform(0.85, 1.15) if change else 1.0
    whole = resampled(whole, rate, speed)
    if change and random.random() < 0.5:
        whole = colored(whole, rate, random)
    return whole, [(time + 1) / speed for time in times]


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


class Sources:
    """The recordings of a set."""

    def __init__(self, name, roots, random, kinds):
        self.files = {}
        for kind, globs in SOURCES[name].items():
            found = sorted(path for glob in globs for root in roots for path in root.glob(glob) if path.suffix.lower() in SUFFIXES)
            found = [path for path in found if not any(word in path.name.lower() for word in NOT_HANDS)]
            if not found:
                raise SystemExit(f"clap_recordings.py: no recordings of {kind} below {roots[0]}")
            # Starting a decoder takes longer than decoding.
            self.files[kind] = [found[i] for i in random.permutation(len(found))[:MAX_FILES]]
        # Recordings with claps, and single claps by the person who claps.
        self.recordings, self.singles = [], {}
        if not any(kind.startswith("claps") for kind in kinds):
            return
        for group, globs in SINGLE_CLAPS[name].items():
            paths = sorted(path for glob in globs for root in roots for path in root.glob(glob) if path.suffix.lower() in SUFFIXES)
            self.singles[group] = [decoded(path, 0, 2.0) for path in paths if decoded(path, 0, 2.0).size > 1_000]
        for group, globs in CLAPS[name].items():
            for path in sorted(path for glob in globs for root in roots for path in root.glob(glob)):
                samples = decoded(path, 0, 60.0)
                times = clap_times(path, samples)
                if not times:
                    continue
                self.recordings.append((group, path, times))
                self.singles.setdefault(group, []).extend(single_claps(samples, times))
        self.singles = {group: claps for group, claps in self.singles.items() if claps}


def single_claps(samples, times):
    """Claps that are cut out of a recording where they are 25 dB above its noise."""
    for time, end in zip(times, [*times[1:], samples.size / 48_000 + 0.05]):
        part = samples[max(0, int((time - 0.01) * 48_000)) : int(min(time + 0.9, end - 0.05) * 48_000)].copy()
        noise = samples[max(0, int((time - 0.12) * 48_000)) : max(1, int((time - 0.02) * 48_000))]
        if part.size < 9_600 or np.max(np.abs(part)) < 18 * np.std(noise):
            continue
        fade = part.size // 3
        part[-fade:] *= np.linspace(1, 0, fade)
        part[:200] *= np.linspace(0, 1, 200)
        yield part


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--set", choices=["train", "test"], default="test", dest="name")
    parser.add_argument("--packages", type=pathlib.Path)
    parser.add_argument("--repositories", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", help="only these classes, such as claps or doors")
    options = parser.parse_args()
    kinds = options.kinds or ["claps", *CLIPS[options.name]]
    random = np.random.default_rng([options.seed, options.name == "test"])
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        packages = options.packages or work / "packages"
        unpack(packages)
        sources = Sources(options.name, [packages, options.repositories or work / "none"], random, kinds)
        fonts = {"train": "timgm6mb-soundfont/**/*.sf2", "test": "fluid-soundfont-gm/**/*.sf2"}
        font = next(packages.glob(fonts[options.name]))
        count = 0

        def finish(kind, number, samples, rate, times=None, source=""):
            nonlocal count
            samples = samples / max(np.max(np.abs(samples)), 1e-6) * 10 ** (-random.uniform(2, 35) / 20)
            if kind != "claps":
                samples += random.normal(size=samples.size) * loudness(samples, rate) * 10 ** (-random.uniform(30, 60) / 20)
            path = options.folder / kind / f"{number:03}.wav"
            write(path, samples, rate)
            if times is not None:
                path.with_suffix(".source").write_text(source + "\n")
                path.with_suffix(".claps").write_text("".join(f"{time:.4f}\n" for time in times))
            count += 1

        # For the training as it is and changed; the more often, the fewer recordings there are of a person.
        repeated = []
        for group, recording, times in sources.recordings:
            repeats = 1 if options.name == "test" else 2 if group == "travis" else 8
            repeated += [(group, recording, times, repeat > 0) for repeat in range(repeats)]
        for number, (group, recording, times, change) in enumerate(repeated if "claps" in kinds else []):
            rate = int(random.choice([16000, 44100, 48000]))
            samples, moved = own_claps(recording, times, rate, random, change)
            finish("claps", number, samples, rate, moved, f"{group} {recording.name}")
        for kind, number in [(kind, number) for kind in kinds for number in range(CLIPS[options.name].get(kind, 0))]:
            rate = int(random.choice([16000, 44100, 48000]))
            times, source = None, ""
            if kind == "claps-mixed":
                others = sources.files["speech"] + sources.files["music"]
                samples, times, source = mixed_claps(sources.singles, others, rate, random)
            elif kind == "espeak":
                samples = espeak(str(random.choice(VOICES[options.name])), rate, random, work)
            elif kind == "general-midi":
                samples = general_midi(font, rate, random, work)
            else:
                # Doors don't slam all the time.
                samples = stretch(sources.files[kind], rate, random, gaps=(0.3, 2) if kind == "doors" else (0.05, 0.6))
                if kind in ("doors", "drums", "effects") and random.random() < 0.5:
                    samples = in_room(samples, rate, random)
            finish(kind, number, samples, rate, times, source)
        print(f"{count} clips in {options.folder}; claps of {len(sources.singles)} sources")


if __name__ == "__main__":
    main()
