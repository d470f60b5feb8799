import Foundation

/// Files that a model file names: only those beside it or below its folder, so that an untrusted model cannot open
/// others.
enum SiblingFile {
    /// The file that `name` means in `folder`; nil if it is elsewhere (absolute path, `..`, a symbolic link out of the folder) or
    /// is missing.
    static func find(_ name: String, in folder: URL) -> URL? {
        let path = name.replacingOccurrences(of: "\\", with: "/")
        guard !path.isEmpty, !path.hasPrefix("/"), !path.contains("\0"), !path.contains(":") else { return nil }
        guard !path.split(separator: "/").contains("..") else { return nil }
        let file = folder.appendingPathComponent(path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
        let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
        let real = file.resolvingSymlinksInPath().standardizedFileURL.path
        return real.hasPrefix(root.hasSuffix("/") ? root : root + "/") ? file : nil
    }
}
