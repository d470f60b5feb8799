import Codecs
import Foundation
import Geometry
import Images

/// The materials of the `.mtl` files that an OBJ names: a colour or an image each.
struct OBJMaterials {
    private struct Material {
        /// Linear RGB.
        var color = Vector3(repeating: 1)
        var picture: String?
        var texture: TextureSampler?
    }

    private var materials: [Material] = []
    /// The image that colours every face, where one does.
    private(set) var texture: ColorImage?
    private static let sampled = "became vertex colours; detail between vertices is lost."
    private var numbers: [String: Int] = [:]
    private var folder: URL?
    private var problems: [String] = []

    /// Larger ones are not materials: a tenth of a MiB is already long.
    private static let byteLimit = 16 << 20

    /// Reads these libraries; what cannot be read becomes a note.
    mutating func read(_ names: [String], in folder: URL) {
        self.folder = folder
        for name in names {
            guard let file = SiblingFile.find(name, in: folder) else {
                problems.append("The materials \(Text.quote(name)) are not in the model's folder; its colours are not read.")
                continue
            }
            let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
            guard size > 0, size <= Self.byteLimit, let source = try? FileBytes(file) else {
                problems.append("The materials \(Text.quote(name)) cannot be read.")
                continue
            }
            withExtendedLifetime(source) { parse(source.bytes) }
        }
    }

    private mutating func parse(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        var scanner = TextScanner(bytes)
        var current: Int?
        while true {
            scanner.skipWhitespace()
            guard !scanner.atEnd else { return }
            if scanner.starts(with: "newmtl") {
                scanner.advance(6)
                let name = scanner.restOfLine()
                materials.append(Material())
                current = materials.count - 1
                if numbers[name] == nil { numbers[name] = current }
            } else if scanner.starts(with: "Kd "), let current {
                scanner.advance(2)
                var color = Vector3(repeating: 1)
                for k in 0..<3 {
                    scanner.skipBlanks()
                    color[k] = scanner.float() ?? (k > 0 ? color[k - 1] : 1)
                }
                var one = [color]
                _ = EncodedColor.linearise(&one)
                materials[current].color = one[0]
                scanner.skipLine()
            } else if scanner.starts(with: "map_Kd"), let current {
                scanner.advance(6)
                materials[current].picture = Self.fileName(scanner.restOfLine())
            } else {
                scanner.skipLine()
            }
        }
    }

    /// The file's name behind the options of a `map_` line.
    private static func fileName(_ text: String) -> String {
        var words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.first?.hasPrefix("-") == true else { return text }
        while let option = words.first, option.hasPrefix("-"), words.count > 1 {
            words.removeFirst()
            switch option {
            case "-mm": words.removeFirst(min(2, words.count))
            case "-o", "-s", "-t":
                var n = 0
                while n < 3, let word = words.first, Float(word) != nil {
                    words.removeFirst()
                    n += 1
                }
            default: words.removeFirst()
            }
        }
        return words.joined(separator: " ")
    }

    /// The material of each triangle, or nothing where no material colours anything. Loads the images that are used.
    mutating func paint(_ reader: OBJReader, _ notes: inout [String]) -> [UInt32] {
        notes += problems
        guard !materials.isEmpty, !reader.materialRuns.isEmpty else { return [] }
        var painted = [UInt32](repeating: OBJReader.missing, count: reader.cornerPosition.count / 3)
        for (i, run) in reader.materialRuns.enumerated() {
            guard let number = numbers[run.name] else { continue }
            let end = i + 1 < reader.materialRuns.count ? reader.materialRuns[i + 1].corner : reader.cornerPosition.count
            for t in run.corner / 3..<end / 3 { painted[t] = UInt32(number) }
        }
        let used = Set(painted)
        loadImages(used, reader: reader, notes: &notes)
        let colored = materials.indices.contains { i in
            used.contains(UInt32(i)) && (materials[i].texture != nil || materials[i].color != Vector3(repeating: 1))
        }
        guard colored else { return [] }
        if used.count == 1, let number = used.first, number != OBJReader.missing, let image = materials[Int(number)].texture?.image,
            Model.isInImage(reader.textureCoordinates)
        {
            texture = image
            notes.removeAll { $0.hasSuffix(Self.sampled) }
        } else {
            notes.append("Colours of materials became vertex colours.")
        }
        return painted
    }

    private mutating func loadImages(_ used: Set<UInt32>, reader: OBJReader, notes: inout [String]) {
        guard let folder else { return }
        var store = TextureStore()
        var loaded: [String: TextureSampler] = [:]
        for i in materials.indices where used.contains(UInt32(i)) {
            guard let picture = materials[i].picture else { continue }
            guard !reader.cornerTexture.isEmpty, !reader.cornerTexture.contains(OBJReader.missing) else { continue }
            if loaded[picture] == nil {
                guard let file = SiblingFile.find(picture, in: folder) else {
                    notes.append("The texture \(Text.quote(picture)) is not in the model's folder.")
                    continue
                }
                do throws(ImageError) {
                    loaded[picture] = TextureSampler(image: try store.read(file))
                    notes.append("The texture \(Text.quote(picture)) \(Self.sampled)")
                } catch {
                    notes.append("The texture \(Text.quote(picture)) cannot be read: \(error.problem).")
                    continue
                }
            }
            materials[i].texture = loaded[picture]
        }
    }

    /// Linear colours of vertices whose keys are (position, texture coordinate, normal, material).
    func colors(_ keys: [SIMD4<UInt32>], _ textureCoordinates: [Vector2]) -> [Vector3] {
        keys.map { key in
            guard key.w != OBJReader.missing else { return Vector3(repeating: 1) }
            let material = materials[Int(key.w)]
            guard let texture = material.texture, key.y != OBJReader.missing else { return material.color }
            let uv = textureCoordinates[Int(key.y)]
            return texture.linear(at: Vector2(uv.x, 1 - uv.y))
        }
    }
}
