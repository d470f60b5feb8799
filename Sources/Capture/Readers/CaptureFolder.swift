import Foundation

/// A folder of a capture and the names in it, as they were when it was listed.
struct CaptureFolder {
    let url: URL
    /// Names of its files and folders, less hidden ones and what archivers of other systems leave.
    let names: Set<String>

    /// - Throws: `CaptureError` where there is no such folder or it can't be listed.
    init(_ url: URL) throws(CaptureError) {
        self.url = url
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw CaptureError(url, "there is no such folder")
        }
        guard isFolder.boolValue else {
            throw CaptureError(url, "this is a file", remedy: "give the folder that holds the capture")
        }
        guard let names = Self.list(url) else {
            throw CaptureError(url, "the folder can't be read", remedy: "check its permissions")
        }
        self.names = names
    }

    func has(_ name: String) -> Bool { names.contains(name) }

    /// The folders in it, in natural order.
    func subfolders() -> [CaptureFolder] {
        var found: [CaptureFolder] = []
        for name in names.sorted(by: Self.naturalOrder) {
            if let folder = try? CaptureFolder(url.appendingPathComponent(name)) { found.append(folder) }
        }
        return found
    }

    /// The images in a subfolder as paths from here, in natural order: PNG and JPEG files by their file extensions. Empty where
    /// there are none.
    func images(in subfolder: String) -> [String] {
        let names = Self.list(url.appendingPathComponent(subfolder)) ?? []
        return names.filter(Self.isImage).sorted(by: Self.naturalOrder).map { "\(subfolder)/\($0)" }
    }

    /// The colour image of each depth image: by their order where there are as many of both, else by their names without the file
    /// extension, nil for depth images without one. Nil where they do not match.
    static func colorImages(_ color: [String], of depth: [String]) -> [String?]? {
        func stem(_ path: String) -> Substring {
            let name = path.split(separator: "/").last ?? ""
            return name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
        }
        if color.count == depth.count { return color }
        let byName = Dictionary(color.map { (stem($0), $0) }) { first, _ in first }
        let found = depth.map { byName[stem($0)] }
        return found.count(where: { $0 != nil }) == color.count ? found : nil
    }

    /// The names of the files in a subfolder that have the given file extension, without it, in no order. Empty where there are
    /// none.
    func files(in subfolder: String, suffix: String) -> [String] {
        (Self.list(url.appendingPathComponent(subfolder)) ?? []).filter { $0.hasSuffix(suffix) }.map {
            String($0.dropLast(suffix.count))
        }
    }

    static func isImage(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower.hasSuffix(".png") || lower.hasSuffix(".jpg") || lower.hasSuffix(".jpeg")
    }

    /// A path that a capture's file gives for another of its files, without `./`; nil where it leads out of the folder.
    static func inside(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        let parts = path.split(separator: "/").filter { $0 != "." }
        return parts.isEmpty || parts.contains("..") ? nil : parts.joined(separator: "/")
    }

    /// Order of names in which `9` comes before `10`.
    static func naturalOrder(_ a: String, _ b: String) -> Bool {
        let x = Array(a.utf8)
        let y = Array(b.utf8)
        var i = 0
        var j = 0
        func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
        func number(_ bytes: [UInt8], _ at: inout Int) -> ArraySlice<UInt8> {
            while at < bytes.count, bytes[at] == 48 { at += 1 }
            let start = at
            while at < bytes.count, isDigit(bytes[at]) { at += 1 }
            return bytes[start..<at]
        }
        while i < x.count, j < y.count {
            if isDigit(x[i]), isDigit(y[j]) {
                let m = number(x, &i)
                let n = number(y, &j)
                if m.count != n.count { return m.count < n.count }
                if m != n { return m.lexicographicallyPrecedes(n) }
            } else {
                if x[i] != y[j] { return x[i] < y[j] }
                i += 1
                j += 1
            }
        }
        // Equal but for length or leading zeros: any fixed order.
        return x.count - i == y.count - j ? x.lexicographicallyPrecedes(y) : x.count - i < y.count - j
    }

    fileprivate static func list(_ url: URL) -> Set<String>? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else { return nil }
        return Set(names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" })
    }
}

/// Tells which files are there, listing each folder once instead of asking for each file.
struct FileIndex {
    private let root: URL
    private var listed: [String: Set<String>] = [:]

    init(_ folder: CaptureFolder) {
        root = folder.url
        listed[""] = folder.names
    }

    /// Whether the file at `path` (from the folder, without `.` and `..`) is there.
    mutating func contains(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return false }
        let parent = parts.dropLast().joined(separator: "/")
        if listed[parent] == nil { listed[parent] = CaptureFolder.list(root.appendingPathComponent(parent)) ?? [] }
        return listed[parent]?.contains(String(name)) ?? false
    }
}
