"""The recordings that clap_recordings.py uses: packages of Debian, and public repositories on GitHub as OWNER+NAME."""

import numpy as np

PACKAGES = [
    "asterisk-core-sounds-en-wav", "deepin-sound-theme", "fluid-soundfont-gm", "freedroidrpg-data", "frozen-bubble-data",
    "hedgewars-data", "hydrogen-drumkits", "klettres-data", "ktuberling-data", "pingus-data", "sonic-pi-samples",
    "sound-theme-freedesktop", "supertux-data", "timgm6mb-soundfont", "wesnoth-1.16-music",
]
KITS = "hydrogen-drumkits/usr/share/hydrogen/data/drumkits"
HEDGEWARS = "hedgewars-data/usr/share/games/hedgewars/Data"
DIRT = "tidalcycles+Dirt-Samples"
# (class, files): globs below the folders of packages and repositories.
SOURCES = {
    "train": {
        "speech": [
            "klettres-data/**/*.ogg", "supertux-data/**/speech/*.ogg",
            *[f"{HEDGEWARS}/Sounds/voices/{voice}/*.ogg"
              for voice in ("Default", "Default_uk", "Singer", "Pirate", "Mobster", "Classic", "HillBilly", "Russian_pl")],
        ],
        "music": ["freedroidrpg-data/**/music/**/*.ogg", "supertux-data/**/music/**/*.ogg"],
        "drums": [
            f"{KITS}/Millo*/*.flac", f"{KITS}/ForzeeStereo/*", f"{KITS}/circAfrique v4/*", f"{KITS}/VariBreaks/*",
            *[f"{DIRT}/{folder}/*" for folder in ("808sd", "909", "drum", "gretsch", "sn", "rm", "hh", "tabla", "breaks125",
                                                "jazz")],
        ],
        "effects": ["pingus-data/**/*.wav", "sound-theme-freedesktop/**/*.oga", "supertux-data/**/sounds/*", f"{DIRT}/click/*",
                    f"{DIRT}/bottle/*", f"{DIRT}/can/*", f"{DIRT}/metal/*", f"{DIRT}/glasstap/*"],
        "doors": ["CaseyAlvarado+SigSysFinalProject_3DSound/doorslam.wav", "DikuMUDOmnibus+AFKMud/sounds/door*",
                  "alelabarca96-hue+lunchloungesounds/sounds/door*", "junie11+HouseHauntedHill/door.wav",
                  "lilmike+tintin-alteraeon-sounds/door.wav", "vlad-batono+sh-sounds/door*.wav"],
        "noise": ["travisjayday+clap-detector/data/negatives-raw/*.wav", "enesozi+Clap-and-Snap-Differentiation/street.wav",
                  f"{DIRT}/wind/*", f"{DIRT}/fire/*", f"{DIRT}/breath/*"],
    },
    "test": {
        "speech": [
            "asterisk-core-sounds-en-wav/**/*.wav", "ktuberling-data/**/*.wav", "ktuberling-data/**/*.ogg",
            "phoebe1217+audiofiles/*.wav",
            *[f"{HEDGEWARS}/Sounds/voices/{voice}/*.ogg" for voice in ("British", "Russian", "Surfer", "Default_es", "Default_pl")],
        ],
        "music": ["wesnoth-1.16-music/**/*.ogg", f"{HEDGEWARS}/Music/*.ogg", "frozen-bubble-data/**/*mainzik*"],
        "drums": [
            f"{KITS}/BJA_Pacific/*", f"{KITS}/ColomboAcousticDrumkit/*", f"{KITS}/rumpf_kit_z01_h2/*",
            "sonic-pi-samples/**/loop_*.flac", "sonic-pi-samples/**/tabla_*.flac",
        ],
        "effects": ["freedroidrpg-data/**/sound/**/*.ogg", "deepin-sound-theme/**/*.wav",
                    "sonic-pi-samples/**/perc_[bdist]*.flac"],
        "doors": ["Serkii+group_ghost_project/sounds/door*", "riku23+PGRT_Project/sounds/door*",
                  "GroveDG+emojisound/sounds/door.wav", "DBS-Lab+arian_audio/door.wav", "sonic-pi-samples/**/perc_door.flac"],
        "noise": ["sonic-pi-samples/**/ambi_[dsl]*.flac", "sonic-pi-samples/**/vinyl_hiss.flac", f"{DIRT}/insect/*",
                  f"{DIRT}/birds/*", f"{DIRT}/bubble/*", "hgrecco+labo5/*noise.wav"],
    },
}
VOICES = {"train": ["en-us", "de", "it", "pl", "en-gb", "fr", "fi", "ru"], "test": ["es", "nl", "sv", "pt-br", "da", "cs", "hu"]}

# Samples of single claps, by who claps; and recordings with claps in a room, whose times are found by clap_times.
SINGLE_CLAPS = {
    "train": {
        "millo": [f"{KITS}/Millo-Drums_v.1/clap_*"], "electric": [f"{KITS}/ElectricEmpireKit/*Clap*"],
        "millo2": [f"{KITS}/Millo_MultiLayered2/clap_*"], "gimme": [f"{KITS}/Gimme A Hand 1.0/HandClap-Hard.wav"],
        "pearl": [f"{KITS}/The Black Pearl 1.0/HandClap.wav"], "dirt": [f"{DIRT}/realclaps/*.wav"],
        "virtual": ["oohwooh+virtual-applause/audio/claps/[0-9]*.wav"], "merwan": ["merwan+clapping-music/clap.wav"],
    },
    "test": {},
}
CLAPS = {
    "train": {
        "travis": ["travisjayday+clap-detector/data/positives-raw/*.wav"],
        "casey": ["CaseyAlvarado+SigSysFinalProject_3DSound/mika*.wav"], "kooBH": ["kooBH+align/clap.wav"],
        "nab115": ["nab115+AudioRecognition/clap[124].wav"], "asnr": ["asnr+learning-spectrograms/clapping.wav"],
        "volodymyr": ["VolodymyrTymets+clap-detecrot/clap.wav"], "aidsvm": ["aidsvm+Interactive-Data-Acoustic-Modeling/Clap.wav"],
        "chickenfish": ["leChickenfish+CSPS_Final/Clap.wav"], "samaraa": ["samaraa24+CSPFinal/Clap.m4a"],
        "shriraj": ["shriraj-m+SPIDAM/SPIDAM_clap.mp3"],
        "enesozi": ["enesozi+Clap-and-Snap-Differentiation/clap.wav"], "ield": ["ield+clap/clap.wav"],
        "pwolfe": ["pwolfe8+FPGA*/Python_high_level_testing/clap_detection/*.wav"],
        "sumida": ["T-Sumida+RealTimeSoundSeprator/audio/clap.wav"],
    },
    "test": {
        "johntell": ["johntell+ClapDetection/data/clap*.wav"],
        "eldar": ["EldarKusdavletov+Clap-Detector/sample2.wav"], "mhs": ["CSandMathMHS+sound/clapping.wav"],
        "jbug": ["jbug16+SPIDAM13/Audio/clap*.m4a"],
        "ravioli": ["Ravioli45+SPIDAM/example_audio/Clap*.wav"], "bertvan": ["bertvanlange+sound_room_analize/clap.wav"],
        "pam": ["Python-Acoustic-Modeling-Project+main-repo/audio/clap-3.wav"],
        "kuririn": ["Kuririnnnn+Audio-Based-Room-Size-Estimation-Using-MATLAB/clap2.wav"],
        "jr-cho": ["jr-cho+SPIDAM_Python/data/clap.wav"], "magnus": ["MagnusStensli+MED4-soundMiniProject/Clap.wav"],
    },
}
# Names of recordings without claps, with music or other impacts that are as loud, or where it isn't clear what is a clap.
UNCLEAR = {
    f"johntell+ClapDetection/data/clap{number}.wav" for number in (5, 9, 25, 26, 29, 30, 31, 32, 41)
} | {"pwolfe8+FPGA_Clapping_Pattern_Detection/Python_high_level_testing/clap_detection/sample5.wav"}
# Recordings of one clap: the loudest onset.
ONE = ("CaseyAlvarado+", "Ravioli45+", "enesozi+")


def clap_times(path, samples):
    """The seconds at which claps begin in a recording at 48 kHz: sudden rises of the energy above 500 Hz, far above the noise.
    Checked by eye on plots of the energy; recordings for which the rule fails are in `UNCLEAR`."""
    text = str(path)
    if samples.size < 4_800 or any(text.endswith(name) for name in UNCLEAR):
        return []
    is_double = "travisjayday+" in text
    times, levels = onsets(samples, depth=20 if is_double else 24, rise=7 if is_double else 9)
    if is_double and len(times) != 2:
        return []
    if any(name in text for name in ONE) and times:
        return [times[int(np.argmax(levels))]]
    return times


def onsets(samples, depth, rise):
    """Seconds and levels of rises by `rise` decibels to at most `depth` decibels below the maximum."""
    spectrum = np.fft.rfft(samples)
    spectrum[: int(500 * samples.size / 48_000)] = 0
    high = np.fft.irfft(spectrum, samples.size)
    energy = 10 * np.log10((high[: samples.size // 120 * 120].reshape(-1, 120) ** 2).mean(1) + 1e-10)
    floor, top = np.percentile(energy, 20), energy.max()
    found = []
    for i in range(len(energy)):
        before = energy[max(0, i - 18) : max(1, i - 3)].mean() if i > 3 else -100.0
        is_peak = energy[i] == energy[max(0, i - 12) : i + 25].max()
        if is_peak and energy[i] - before >= rise and energy[i] >= max(top - depth, floor + 12):
            found.append(i)
    kept = []
    for i in sorted(found, key=lambda i: -energy[i]):
        if all(abs(i - j) > 48 for j in kept):
            kept.append(i)
    kept.sort()
    times = []
    for i in kept:
        start = i
        while start > 0 and i - start < 6 and energy[start - 1] > energy[i] - 12:
            start -= 1
        times.append(start * 0.0025)
    return times, [energy[i] for i in kept]
