/// A kind of model file that is known here.
public enum ModelFormat: String, Sendable, CaseIterable {
    case ply, obj, stl, glb, usdz

    /// The file name's ending, without a dot.
    public var fileExtension: String { rawValue }

    /// The IANA media type.
    public var mediaType: String {
        switch self {
        case .ply: "application/octet-stream"
        case .obj: "model/obj"
        case .stl: "model/stl"
        case .glb: "model/gltf-binary"
        case .usdz: "model/vnd.usdz+zip"
        }
    }

    /// The kinds that are read.
    public static let readable: [ModelFormat] = [.ply, .obj, .stl, .glb]
    /// The kinds that are written.
    public static let writable: [ModelFormat] = [.ply, .obj, .stl, .glb, .usdz]

    /// "ply, obj, stl and glb".
    public static func list(_ formats: [ModelFormat]) -> String {
        let names = formats.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

extension ModelFormat {
    /// The kind of these bytes, by what they hold, then by the file name's ending.
    /// - Throws: where they are of a kind that is not read; names it where it is known.
    static func recognise(_ bytes: UnsafeRawBufferPointer, ending: String) throws(FormatError) -> ModelFormat {
        if begins(bytes, "glTF") { return .glb }
        if begins(bytes, "ply"), bytes.count > 3, bytes[3] <= 0x20 { return .ply }
        if let other = foreign(bytes) { throw .unreadable("is \(other), which is not read; \(supported)") }
        switch ending {
        case "obj": return .obj
        case "stl": return .stl
        case "ply": throw .unreadable("does not begin with ‘ply’ and is no PLY file, whatever its name says")
        case "glb": throw .unreadable("does not begin with ‘glTF’ and is no GLB file, whatever its name says")
        default: break
        }
        if STL.isText(bytes) || STL.binarySize(bytes) == bytes.count { return .stl }
        if isObject(bytes) { return .obj }
        throw .unreadable(
            ending.isEmpty ? "is of an unknown kind; \(supported)" : "is of an unknown kind (.\(ending)); \(supported)")
    }

    static let supported = "models are read from \(list(readable))"

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        bytes.count >= word.utf8CodeUnitCount && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[$0] == word.utf8Start[$0] }
    }

    /// The name of a kind that people are likely to try and that is not read.
    private static func foreign(_ bytes: UnsafeRawBufferPointer) -> String? {
        if begins(bytes, "Kaydara FBX Binary") { return "an FBX file" }
        if begins(bytes, "PK\u{3}\u{4}") { return "a zip archive (as are usdz and 3mf)" }
        if begins(bytes, "PXR-USDC") || begins(bytes, "#usda") { return "a USD layer" }
        if begins(bytes, "LASF") { return "a LAS or LAZ point cloud" }
        if begins(bytes, "ASTM-E57") { return "an E57 point cloud" }
        if begins(bytes, "# .PCD") { return "a PCD point cloud" }
        if begins(bytes, "OFF") { return "an OFF mesh" }
        if begins(bytes, "\u{1F}\u{8B}") { return "compressed by gzip" }
        guard !bytes.isEmpty else { return nil }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(512)))
        scanner.skipWhitespace()
        if scanner.byte == UInt8(ascii: "{") { return "a JSON file (a glTF is read as glb, with everything in one file)" }
        if scanner.byte == UInt8(ascii: "<") { return "an XML file (COLLADA perhaps)" }
        return nil
    }

    /// Whether the first lines are those of an OBJ: comments, then a word that only OBJ files begin a line with.
    private static func isObject(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return false }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
        while true {
            scanner.skipWhitespace()
            guard !scanner.atEnd else { return false }
            for word in ["v ", "vn ", "vt ", "mtllib ", "usemtl ", "o ", "g "] as [StaticString] where scanner.starts(with: word) {
                return true
            }
            guard scanner.byte == UInt8(ascii: "#") else { return false }
            scanner.skipLine()
        }
    }
}
