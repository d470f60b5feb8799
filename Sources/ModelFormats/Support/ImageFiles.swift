import Codecs
import Foundation
import Models
import Support

/// The files beside a written model that hold its images, as they are encoded.
struct ImageFiles {
    /// For each image of the scene the name of its file; nil where no material uses it.
    let names: [String?]

    /// Names that begin with the model's, so that they replace no file of another model, are safe in every file system, and say how
    /// the image is encoded.
    /// - Parameters:
    ///   - scene: has no flaw.
    ///   - used: the images that are written.
    ///   - url: the model's file.
    ///   - taken: names of other files beside it.
    init(_ scene: Scene, used: Set<Int>, beside url: URL, taken: [String] = []) {
        let base = Self.safe(url.deletingPathExtension().lastPathComponent)
        var others = Set((taken + [url.lastPathComponent]).map { $0.lowercased() })
        var names: [String?] = []
        for (i, image) in scene.images.enumerated() {
            guard used.contains(i) else {
                names.append(nil)
                continue
            }
            let name = SiblingImages.lastPart(image.name ?? "")
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            let given = Self.safe(String(name[dot...].dropFirst())).lowercased()
            let ending =
                image.format.fileExtension.map { $0 == "jpg" && given == "jpeg" ? given : $0 } ?? (given.isEmpty ? "bin" : given)
            var stem = Self.safe(String(name[..<dot]))
            if stem.isEmpty { stem = "\(base)-image\(i)" }
            if stem != base, !stem.hasPrefix(base + "-") { stem = base + "-" + stem }
            var unique = "\(stem).\(ending)"
            var n = 2
            while !others.insert(unique.lowercased()).inserted {
                unique = "\(stem)-\(n).\(ending)"
                n += 1
            }
            names.append(unique)
        }
        self.names = names
    }

    /// Letters, digits, dot, minus and underscore of a name; others become underscores.
    static func safe(_ name: String) -> String {
        let characters = name.unicodeScalars.prefix(80).map { c -> Character in
            let isPlain = c.isASCII && (c.properties.isAlphabetic || ("0"..."9").contains(c) || c == "." || c == "-" || c == "_")
            return isPlain ? Character(c) : "_"
        }
        return String(String(characters).drop { $0 == "." })
    }

    /// Writes the images, each whole or not at all.
    func write(_ scene: Scene, beside url: URL) throws(FormatError) {
        let folder = url.deletingLastPathComponent()
        for (image, name) in zip(scene.images, names) {
            guard let name else { continue }
            do throws(FileError) {
                try AtomicFile.write(image.bytes, to: folder.appendingPathComponent(name))
            } catch { throw FormatError(error) }
        }
    }
}
