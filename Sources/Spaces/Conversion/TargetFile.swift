import Foundation
import ModelFormats

/// Checks of the file that a use case is going to write, made before long work.
public enum TargetFile {
    /// Makes sure that a model file can be written.
    /// - Throws: `FormatError` where the file extension is unknown, `SpacesError` of kind `unwritable` where the folder is missing
    ///   or not writable.
    public static func checkModel(_ target: URL) throws {
        _ = try ModelFile.format(of: target)
        try checkFolder(of: target)
    }

    /// - Throws: `SpacesError` of kind `unwritable` where the folder of `target` is missing or not writable.
    public static func checkFolder(of target: URL) throws {
        let folder = target.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw SpacesError(
                .unwritable, "couldn't write the file: its folder does not exist", input: target.path,
                remedy: "create the folder first")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw SpacesError(
                .unwritable, "couldn't write the file: no permission to write to its folder", input: target.path,
                remedy: "choose another folder")
        }
    }
}
