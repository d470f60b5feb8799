/// The paths of files in a package: `models/NAME` and `images/NAME`.
public enum ExhibitFile {
    /// The folders of a package.
    public enum Folder: String, Sendable, CaseIterable {
        /// GLB and USDZ.
        case models
        /// JPEG, PNG and WebP.
        case images
    }

    /// The largest file in bytes.
    public static let maxByteCount: Int64 = 1 << 30

    /// Whether a text can be the name of a file: 1 to 120 letters, digits, `.`, `-` and `_`, the first a letter or digit.
    public static func isName(_ name: some StringProtocol) -> Bool {
        func isWord(_ c: UInt8) -> Bool { (0x30...0x39).contains(c) || (0x41...0x5a).contains(c) || (0x61...0x7a).contains(c) }
        return (1...120).contains(name.utf8.count) && isWord(name.utf8.first!)
            && name.utf8.allSatisfy { isWord($0) || $0 == 0x2e || $0 == 0x2d || $0 == 0x5f }
    }

    /// Folder and name of a path; nil where it is not that of a file in a package.
    public static func split(_ path: String) -> (folder: Folder, name: String)? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let folder = Folder(rawValue: String(parts[0])), isName(parts[1]) else { return nil }
        return (folder, String(parts[1]))
    }

    /// The media type of a file by its extension; nil for those that an exhibit doesn't have.
    public static func contentType(_ path: String) -> String? {
        switch path.split(separator: ".").last?.lowercased() {
        case "glb": "model/gltf-binary"
        case "usdz": "model/vnd.usdz+zip"
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "webp": "image/webp"
        default: nil
        }
    }

    static func isPath(_ path: String, in folder: Folder, extensions: [String]) -> Bool {
        guard let parts = split(path), parts.folder == folder, let last = path.split(separator: ".").last else { return false }
        return extensions.contains(last.lowercased())
    }
}
