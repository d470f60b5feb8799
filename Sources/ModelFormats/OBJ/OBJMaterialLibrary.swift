import Codecs
import Foundation
import Geometry
import Models

/// The materials of the `.mtl` files that an OBJ names, as they are written.
struct OBJMaterialLibrary {
    /// A line that names an image.
    struct Map {
        var file: String
        var offset = SIMD2<Float>(0, 0)
        var scale = SIMD2<Float>(1, 1)
        var isClamped = false
        /// `-bm`.
        var bump: Float?
        /// `-imfchan`: which channel is the value.
        var channel: Character?
        /// Options that nothing in a scene corresponds to.
        var ignored: [String] = []
    }

    /// A `newmtl` with its lines.
    struct Entry {
        var name: String
        /// `Kd`, `Ks`, `Ke`: up to three numbers.
        var colors: [String: SIMD3<Float>] = [:]
        /// `d`, `Tr`, `Ns`, `Pr`, `Pm`, `Pc`, `Pcr`, `illum`, … by their keys in lower case.
        var numbers: [String: Float] = [:]
        /// `map_Kd` and others by their keys in lower case.
        var maps: [String: Map] = [:]
    }

    private(set) var entries: [Entry] = []
    private var numbers: [String: Int] = [:]
    let folder: URL?

    /// Larger ones are not materials: a tenth of a MiB is already long.
    private static let byteLimit = 16 << 20

    /// - Parameter folder: where the files are looked for; nil reads none.
    init(_ folder: URL?) { self.folder = folder }

    /// Reads these libraries; what can't be read becomes a note.
    mutating func read(_ names: [String], into scene: inout Scene) {
        guard let folder else {
            if !names.isEmpty { scene.note("Materials are not read from a model without a folder.") }
            return
        }
        for name in names {
            // One line may name several files; their names rarely contain blanks, but may.
            let isOne = SiblingFile.find(name, in: folder) != nil
            for single in isOne ? [name] : name.split(separator: " ").map(String.init) { read(single, in: folder, &scene) }
        }
    }

    private mutating func read(_ name: String, in folder: URL, _ scene: inout Scene) {
        // "C:\models\room.mtl": the file of that name beside the model.
        guard let file = SiblingFile.find(name, in: folder) ?? SiblingFile.find(SiblingImages.lastPart(name), in: folder) else {
            return scene.note("The materials \(Text.quote(name)) are not in the model's folder; its materials are white.")
        }
        guard let source = try? FileBytes(file), source.bytes.count <= Self.byteLimit else {
            return scene.note("The materials \(Text.quote(name)) can't be read.")
        }
        withExtendedLifetime(source) { parse(source.bytes) }
    }

    private mutating func parse(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        var scanner = TextScanner(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        var current: Int?
        while true {
            scanner.skipWhitespace()
            guard !scanner.atEnd else { return }
            if scanner.byte == UInt8(ascii: "#") {
                scanner.skipLine()
                continue
            }
            let key = String(decoding: scanner.token(), as: UTF8.self).lowercased()
            let rest = scanner.restOfLine()
            if key == "newmtl" {
                // The first definition of a name counts.
                current = numbers[rest] == nil ? entries.count : nil
                if current != nil {
                    numbers[rest] = entries.count
                    entries.append(Entry(name: rest))
                }
            } else if let current {
                Self.read(key, rest, into: &entries[current])
            }
        }
    }

    private static let mapKeys: Set = ["bump", "norm", "disp", "decal", "refl"]
    private static let colorKeys: Set = ["kd", "ka", "ks", "ke", "tf"]

    private static func read(_ key: String, _ rest: String, into entry: inout Entry) {
        let words = rest.split(whereSeparator: { $0 == " " || $0 == "\t" })
        if mapKeys.contains(key) || key.hasPrefix("map_") {
            if let map = map(words, rest: rest), entry.maps[key] == nil { entry.maps[key] = map }
        } else if colorKeys.contains(key) {
            // Spectral curves and CIE XYZ are not read.
            let values = words.prefix(3).map { Float($0) }
            guard let first = values.first ?? nil else { return }
            var color = SIMD3(repeating: first)
            for k in 1..<3 where k < values.count { color[k] = values[k] ?? color[k - 1] }
            if first.isFinite, color.y.isFinite, color.z.isFinite { entry.colors[key] = color }
        } else if let last = words.last.flatMap({ Float($0) }), last.isFinite {
            // "d -halo 0.5": the number is last.
            entry.numbers[key] = last
        }
    }

    /// The options of a line that names an image, and the name, which may contain blanks.
    private static func map(_ words: [Substring], rest: String) -> Map? {
        var map = Map(file: "")
        var i = 0
        func isNumber(_ k: Int) -> Bool { k < words.count && Float(words[k]) != nil }
        while i < words.count, words[i].hasPrefix("-"), i + 1 < words.count {
            let option = words[i].lowercased()
            i += 1
            switch option {
            case "-o", "-s", "-t":
                var values: [Float] = []
                while values.count < 3, isNumber(i), i + 1 < words.count {
                    values.append(Float(words[i]) ?? 0)
                    i += 1
                }
                guard let u = values.first, values.allSatisfy(\.isFinite) else { break }
                if option == "-o" {
                    map.offset = SIMD2(u, values.count > 1 ? values[1] : 0)
                } else if option == "-s" {
                    map.scale = SIMD2(u, values.count > 1 ? values[1] : 1)
                } else if values.contains(where: { $0 != 0 }) {
                    map.ignored.append("-t")
                }
            case "-mm":
                let isPlain = isNumber(i) && isNumber(i + 1) && Float(words[i]) == 0 && Float(words[i + 1]) == 1
                if !isPlain { map.ignored.append("-mm") }
                i += min(2, words.count - i)
            case "-clamp":
                map.isClamped = words[i].lowercased() == "on"
                i += 1
            case "-bm":
                map.bump = Float(words[i]).flatMap { $0.isFinite ? $0 : nil }
                i += 1
            case "-imfchan":
                map.channel = words[i].lowercased().first
                i += 1
            case "-blendu", "-blendv", "-texres", "-cc", "-boost", "-type":
                let value = words[i].lowercased()
                if option != "-texres", value != "on", value != "off" || option.hasPrefix("-blend") { map.ignored.append(option) }
                i += 1
            default: map.ignored.append(option)
            }
        }
        guard i < words.count else { return nil }
        // The name as it is written, with the blanks in it.
        map.file = String(rest[words[i].startIndex...])
        return map
    }
}
