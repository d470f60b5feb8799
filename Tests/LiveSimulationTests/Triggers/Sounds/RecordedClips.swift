import Foundation

/// Recordings in a folder: WAV files (16 bits, one channel) in a folder for each class. Beside a file with claps is a text file
/// with the same name and the extension `claps`: the seconds of its claps, a line each.
struct RecordedClips {
    struct File {
        var name: String
        var url: URL

        /// Who claps: the first word of the text file with the extension `source`; empty without one.
        var source: String {
            let file = url.deletingPathExtension().appendingPathExtension("source")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        }

        func load() throws -> SoundClip {
            var clip = SoundClip(
                soundClass: SoundClass(rawValue: name) ?? .noise, track: try RecordedClips.readWAV(try Data(contentsOf: url)))
            let claps = url.deletingPathExtension().appendingPathExtension("claps")
            if let text = try? String(contentsOf: claps, encoding: .utf8) {
                clip.claps = text.split(separator: "\n").compactMap { Float($0) }
            }
            return clip
        }
    }

    struct FormatError: Error {}

    var clips: [File] = []

    init(folder: String) throws {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder).sorted() {
            let path = "\(folder)/\(name)"
            guard let names = try? files.contentsOfDirectory(atPath: path).sorted() else { continue }
            for file in names where file.hasSuffix(".wav") {
                clips.append(File(name: name, url: URL(fileURLWithPath: "\(path)/\(file)")))
            }
        }
    }

    /// The first channel of a WAV file with samples of 16 bits.
    static func readWAV(_ data: Data) throws -> SoundTrack {
        let bytes = [UInt8](data)
        func number(_ at: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(at + $1 < bytes.count ? bytes[at + $1] : 0) << (8 * $1) }
        }
        var at = 12
        var rate = 0
        var channels = 1
        while at + 8 <= bytes.count {
            let isFormat = bytes[at..<(at + 4)].elementsEqual("fmt ".utf8)
            let isData = bytes[at..<(at + 4)].elementsEqual("data".utf8)
            if isFormat {
                channels = max(1, number(at + 10, 2))
                rate = number(at + 12, 4)
                guard number(at + 22, 2) == 16 else { throw FormatError() }
            } else if isData {
                guard rate > 0 else { throw FormatError() }
                // Programs that write to a pipe don't know the size.
                let end = min(bytes.count, at + 8 + number(at + 4, 4))
                var track = SoundTrack(seconds: 0, rate: Float(rate))
                var sample = at + 8
                while sample + 1 < end {
                    track.samples.append(Float(Int16(truncatingIfNeeded: number(sample, 2))) / 32_768)
                    sample += 2 * channels
                }
                return track
            }
            at += 8 + number(at + 4, 4) + (number(at + 4, 4) & 1)
        }
        throw FormatError()
    }
}
