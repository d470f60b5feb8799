import Codecs
import Foundation
import Models
import Support

/// 3D Manufacturing Format (3MF Consortium, core specification 1.3): a zip archive (OPC package) with the model as XML. Read, not
/// written.
///
/// Read: all units, build items and components with their transforms, other model parts of the production extension; of the
/// materials extension base materials with metallic and specular display properties, colours, textures with their coordinates,
/// composite materials (as their mixed colours) and the first layer of multiproperties. Not read: supports, beam lattices, slices,
/// displacements, implicit volumes, encrypted content.
public enum ThreeMF {
    /// Reads a file in memory as a scene: a node for each build item and component.
    ///
    /// Unit and up axis are the matrix of one further root node.
    /// - Throws: where the archive or the XML is damaged or unpacks to too much, an index has no counterpart, or there is no
    /// geometry.
    public static func readScene(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Scene
    {
        guard !bytes.isEmpty else { throw .unreadable("is empty") }
        var reader = try ThreeMFSceneReader(ThreeMFPackage(bytes))
        return try reader.read(progress)
    }

    /// Whether it is a zip archive with a 3MF model, or one whose name says so.
    static func isPackage(_ bytes: UnsafeRawBufferPointer, _ fileExtension: String) -> Bool {
        guard bytes.starts(with: [0x50, 0x4B, 3, 4]) else { return bytes.starts(with: [0x50, 0x4B]) && fileExtension == "3mf" }
        if fileExtension == "3mf" { return true }
        // The name of its model part, in the part's own header or the archive's directory.
        let mark = Array(".model".utf8)
        return bytes.indices.dropLast(mark.count - 1).contains { start in
            bytes[start] == mark[0] && mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
        }
    }
}

/// The parts of a 3MF package by their paths, which don't tell upper from lower case.
struct ThreeMFPackage {
    private let archive: ZipArchive
    private var names: [String: String] = [:]
    /// How many bytes may still be unpacked: a small archive must not fill the memory.
    private var bytesLeft: Int

    init(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        archive = try ZipArchive(bytes)
        for entry in archive.entries { names[Self.key(entry.name)] = entry.name }
        bytesLeft = min(64 << 20 + 100 * bytes.count, 16 << 30)
    }

    /// The path as it is compared: in lower case, without a slash in front and without percent escapes.
    static func key(_ path: String) -> String {
        let plain = (path.removingPercentEncoding ?? path).replacingOccurrences(of: "\\", with: "/").lowercased()
        return String(plain.drop { $0 == "/" })
    }

    /// A part unpacked; nil where there is none of this path.
    mutating func bytes(_ path: String) throws(FormatError) -> [UInt8]? {
        guard let name = names[Self.key(path)] else { return nil }
        let bytes = try archive.bytes(name, limit: bytesLeft)
        bytesLeft -= bytes.count
        return bytes
    }

    /// The path of the model, as the package's relationships say it; else the only one with the extension `.model`.
    mutating func modelPath() throws(FormatError) -> String {
        if let bytes = try bytes("_rels/.rels"), let path = bytes.withUnsafeBytes({ Self.target($0) }), names[Self.key(path)] != nil
        {
            return path
        }
        guard let name = archive.entries.map(\.name).filter({ $0.lowercased().hasSuffix(".model") }).min() else {
            throw .unreadable("is a zip archive without a 3MF model in it")
        }
        return name
    }

    /// The target of the first relationship to a model.
    private static func target(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard !bytes.isEmpty else { return nil }
        var scanner = XMLScanner(bytes)
        while let event = try? scanner.next(), event != .finished {
            guard event == .start, scanner.name == "Relationship" else { continue }
            if scanner.attribute("Type")?.string.hasSuffix("/3dmodel") == true { return scanner.attribute("Target")?.string }
        }
        return nil
    }
}
