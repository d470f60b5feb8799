import Codecs

/// The files of a usdz, which are stored: they are read where they are.
extension ZipArchive {
    /// The stored file that an asset path names; nil where there is none.
    func assetBytes(_ path: String) throws(FormatError) -> UnsafeRawBufferPointer? {
        guard let name = Self.resolvedAsset(path), let entry = entry(name) else { return nil }
        return try storedBytes(entry)
    }

    /// The path without `.` and `..`; nil where it leaves the archive.
    static func resolvedAsset(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                if parts.popLast() == nil { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
