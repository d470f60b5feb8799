import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An exhibit with its files, wherever these are: in a package, which is a folder with `exhibit.json`, `models/` and `images/`, or
/// in a library.
public struct ExhibitPackage: Sendable {
    /// The name of the document in a package.
    public static let documentName = "exhibit.json"

    /// The document.
    public let exhibit: Exhibit
    /// The files by the paths that the document names them with; also files that it doesn't name.
    public let files: [String: URL]

    /// A package of a document and files that are anywhere.
    public init(_ exhibit: Exhibit, files: [String: URL]) {
        self.exhibit = exhibit
        self.files = files
    }

    /// Reads the document of a package and lists its files; doesn't check them (`check`).
    /// - Throws: an error of kind `unreadable`, or `invalid` for a document that can't be decoded. It names the file.
    public init(folder: URL) throws(ExhibitError) {
        let document = folder.appendingPathComponent(Self.documentName)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw ExhibitError(
                .unreadable, "there is no such folder", path: folder.path, remedy: "name a folder that contains exhibit.json")
        }
        guard FileManager.default.fileExists(atPath: document.path) else {
            throw ExhibitError(
                .unreadable, "it contains no \(Self.documentName)", path: folder.path,
                remedy: "'diorama exhibit new' makes an exhibit")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: document.path)[.size] as? Int) ?? 0
        guard size <= Exhibit.maxByteCount, let json = try? Data(contentsOf: document) else {
            throw ExhibitError(
                .unreadable, size > Exhibit.maxByteCount ? "it has \(size) bytes" : "it can't be read", path: document.path,
                remedy: size > Exhibit.maxByteCount ? "at most \(Exhibit.maxByteCount) bytes (4 MB) are possible" : nil)
        }
        do throws(ExhibitError) { exhibit = try Exhibit(json: json) } catch { throw error.inFile(document.path) }
        files = Self.files(in: folder)
    }

    /// A file that the document names.
    /// - Throws: an error of kind `missing`.
    public func file(_ path: String) throws(ExhibitError) -> URL {
        guard let file = files[path] else {
            throw ExhibitError(.missing, "the file is missing", path: path, remedy: "add it, or remove its name from exhibit.json")
        }
        return file
    }

    /// Writes the document and the files that it names as a folder, whole or not at all.
    /// - Parameters:
    ///   - folder: a folder that doesn't exist yet, or is empty.
    ///   - progress: receives the progress.
    /// - Throws: an error of kind `unwritable`, `missing` where a file is not there, `invalid` for a broken rule, `cancelled`.
    public func write(to folder: URL, progress: ProgressReporter = .silent) throws(ExhibitError) {
        try exhibit.validate()
        try Self.checkTarget(folder)
        let target = folder.standardizedFileURL
        let work = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: work) }
        try fill(work, progress)
        _ = rmdir(target.path)
        if rename(work.path, target.path) != 0 {
            throw ExhibitError(.unwritable, "couldn't write it: \(String(cString: strerror(errno)))", path: folder.path)
        }
    }

    /// Writes the document and the files that it names into a folder, which is made where it is missing.
    package func fill(_ folder: URL, _ progress: ProgressReporter) throws(ExhibitError) {
        let paths = exhibit.files
        do {
            for name in ExhibitFile.Folder.allCases {
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent(name.rawValue), withIntermediateDirectories: true)
            }
            for (i, path) in paths.enumerated() {
                try progress.report(Double(i) / Double(max(1, paths.count)), "Copying files")
                try FileManager.default.copyItem(at: try file(path), to: folder.appendingPathComponent(path))
            }
            let json = try exhibit.json(isReadable: true)
            try AtomicFile.write(Array(json) + [0x0a], to: folder.appendingPathComponent(Self.documentName))
        } catch let error as ExhibitError {
            throw error
        } catch let error as FileError {
            throw ExhibitError(error)
        } catch is CancellationError {
            throw ExhibitError(.cancelled, "cancelled")
        } catch {
            throw ExhibitError(.unwritable, "couldn't write it: \(error.localizedDescription)", path: folder.path)
        }
    }

    /// Checks that a folder can be written: it doesn't exist or is empty, and its parent can be written.
    public static func checkTarget(_ folder: URL) throws(ExhibitError) {
        let path = folder.standardizedFileURL.path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            let isEmpty = isFolder.boolValue && (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
            if !isEmpty { throw ExhibitError(.unwritable, "it exists already", path: folder.path, remedy: "choose a new folder") }
        }
        let parent = folder.standardizedFileURL.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: parent) else {
            throw ExhibitError(
                .unwritable, "its folder \(parent) doesn't exist or can't be written", path: folder.path,
                remedy: "create the folder first")
        }
    }

    /// The files of a package by their paths; links and files of other names are left out.
    private static func files(in folder: URL) -> [String: URL] {
        var files: [String: URL] = [:]
        for name in ExhibitFile.Folder.allCases {
            let place = folder.appendingPathComponent(name.rawValue)
            for file in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] where ExhibitFile.isName(file) {
                let url = place.appendingPathComponent(file)
                let type = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
                if type == .typeRegular { files["\(name.rawValue)/\(file)"] = url }
            }
        }
        return files
    }
}
