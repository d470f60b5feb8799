import Codecs

extension ModelFormat {
    /// Detects the format by content, then by file extension.
    /// - Parameters:
    ///   - bytes: the first 64 KiB of the file, or all of them.
    ///   - size: of the whole file.
    ///   - fileExtension: in lowercase letters.
    /// - Throws: if the format is not supported; names it if it is known.
    static func detect(_ bytes: UnsafeRawBufferPointer, size: Int, fileExtension: String) throws(FormatError) -> ModelFormat {
        if let format = signatureMatch(bytes, fileExtension) {
            return format
        }
        if let other = foreign(bytes) { throw .unreadable("is \(other), which is not read; \(supported)") }
        if let format = ModelFormat(rawValue: fileExtension) {
            guard let signature = format.signature else { return format }
            throw .unreadable(
                "does not begin with ‘\(signature)’ as \(fileExtension.uppercased()) files do; "
                    + "the file extension is wrong or the file is damaged"
            )
        }
        if STL.isText(bytes, size: size) || STL.binarySize(bytes) == size { return .stl }
        if isObject(bytes) { return .obj }
        if let rows = try PointRows.kind(bytes) { return rows }
        throw .unreadable(
            fileExtension.isEmpty
                ? "has an unknown format; \(supported)" : "has an unknown format (.\(fileExtension)); \(supported)")
    }

    static let supported = "models are read from \(list)"

    /// The signature of the format; nil if it has none.
    private var signature: String? {
        switch self {
        case .ply: "ply"
        case .glb: "glTF"
        case .fbx: "Kaydara FBX Binary"
        case .las, .laz: "LASF"
        case .e57: "ASTM-E57"
        case .usdz: "PK"
        case .gltf: "{"
        case .dae: "<"
        case .threeMF: "PK"
        case .x3d: "<"
        case .threeDS: "MM"
        case .off: "OFF"
        case .obj, .stl, .pts, .pcd, .xyz, .splat, .spz, .dxf: nil
        }
    }

    /// The format whose signature the bytes have.
    private static func signatureMatch(_ bytes: UnsafeRawBufferPointer, _ fileExtension: String) -> ModelFormat? {
        if begins(bytes, "glTF") { return .glb }
        if begins(bytes, "ply"), bytes.count > 3, bytes[3] <= 0x20 { return .ply }
        if begins(bytes, "Kaydara FBX Binary") || FBXTextParser.isText(bytes) { return .fbx }
        if begins(bytes, "LASF") { return bytes.count > 104 && bytes[104] & 0xC0 != 0 ? .laz : .las }
        if begins(bytes, "ASTM-E57") { return .e57 }
        if begins(bytes, "# .PCD") || begins(bytes, "VERSION 0.7\nFIELDS") || begins(bytes, "VERSION .7\nFIELDS") { return .pcd }
        if SPZ.isSPZ(bytes) { return .spz }
        if isPackage(bytes, fileExtension) { return .usdz }
        if ThreeMF.isPackage(bytes, fileExtension) { return .threeMF }
        if ThreeDS.isThreeDS(bytes) { return .threeDS }
        if OFF.hasHeader(bytes) || (fileExtension == "off" && OFF.beginsWithCounts(bytes)) { return .off }
        if DXFModel.isDXF(bytes) { return .dxf }
        guard !bytes.isEmpty else { return nil }
        if isWideCollada(bytes) { return .dae }
        if X3D.isX3D(bytes) { return .x3d }
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(4096))
        var scanner = TextScanner(head, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        scanner.skipWhitespace()
        if scanner.byte == UInt8(ascii: "{") { return .gltf }
        if scanner.byte == UInt8(ascii: "<"), holds(head, "<COLLADA") { return .dae }
        return nil
    }

    /// Whether it is a COLLADA document in UTF-16 of either byte order.
    private static func isWideCollada(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4, bytes[0] == 0 || bytes[1] == 0 || (bytes[0] ^ bytes[1] == 1 && bytes[0] >= 0xFE) else {
            return false
        }
        let narrow = bytes.prefix(8192).filter { $0 != 0 && $0 < 0xFE }
        return narrow.withUnsafeBytes { $0.first == UInt8(ascii: "<") && holds($0, "<COLLADA") }
    }

    /// Whether it is a zip archive whose first file is a USD layer, or whose name says so.
    private static func isPackage(_ bytes: UnsafeRawBufferPointer, _ fileExtension: String) -> Bool {
        guard begins(bytes, "PK\u{3}\u{4}"), bytes.count >= 30 else { return begins(bytes, "PK") && fileExtension == "usdz" }
        let length = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 26, as: UInt16.self)))
        let name = String(decoding: bytes.dropFirst(30).prefix(length), as: UTF8.self)
        return fileExtension == "usdz" || name.hasSuffix(".usda") || name.hasSuffix(".usdc") || name.hasSuffix(".usd")
    }

    private static func holds(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        let n = word.utf8CodeUnitCount
        return (0..<max(0, bytes.count - n + 1)).contains { begins(UnsafeRawBufferPointer(rebasing: bytes[$0...]), word) }
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        bytes.count >= word.utf8CodeUnitCount && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[$0] == word.utf8Start[$0] }
    }

    /// The name of a common format that is not supported.
    private static func foreign(_ bytes: UnsafeRawBufferPointer) -> String? {
        if begins(bytes, "PK\u{3}\u{4}") { return "a zip archive without a 3MF model in it and without a USD layer in front" }
        if begins(bytes, "PXR-USDC") || begins(bytes, "#usda") { return "a USD layer" }
        if begins(bytes, "\u{1F}\u{8B}") { return "compressed by gzip" }
        guard !bytes.isEmpty else { return nil }
        var scanner = TextScanner(UnsafeRawBufferPointer(rebasing: bytes.prefix(512)))
        scanner.skipWhitespace()
        if scanner.byte == UInt8(ascii: "<") { return "an XML file, but neither COLLADA nor X3D" }
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
