import Crypto
import Exhibits
import Foundation
import Support

/// The exhibit that comes with the program. Its files are made from code when they are first needed, and kept in the library's folder
/// under `exhibits/`; they can be made again at any time.
public struct BuiltInExhibit: Sendable {
    /// Its id in addresses and on the command line.
    public static let name = "artemis"

    /// Changes with the program, so that files which another version made are not used.
    public static let revision: String = {
        let program = Bundle.main.executableURL.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) } ?? [:]
        let time = (program[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let text = "\(DioramaVersion.current) \(program[.size] ?? 0) \(time) "
        let digest = SHA256.hash(data: Data(text.utf8) + ((try? Artemis.exhibit().json()) ?? Data()))
        return digest.prefix(6).map { String(format: "%02x", $0) }.joined()
    }()

    private let folder: URL
    private let maker: ExhibitMaker

    /// `folder` is that of the library.
    init(folder: URL) {
        let all = folder.appendingPathComponent("exhibits", isDirectory: true)
        // Another version of the program, or of the content, has a folder of its own.
        self.folder = all.appendingPathComponent("\(Self.name)-\(Self.revision)", isDirectory: true)
        maker = ExhibitMaker.shared
    }

    /// The exhibit; sizes of files are known once they are made.
    var exhibit: StoredExhibit { Self.stored(Artemis.exhibit(), in: folder) }

    /// The exhibit with its files in a folder, as far as they are there.
    static func stored(_ document: Exhibit, in folder: URL) -> StoredExhibit {
        let files = document.files.map { path in
            let file = folder.appendingPathComponent(path)
            let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64) ?? 0
            return StoredExhibit.File(
                path: path, contentType: ExhibitFile.contentType(path) ?? "application/octet-stream", byteCount: size, hash: nil)
        }
        return StoredExhibit(id: name, record: nil, created: nil, modified: nil, exhibit: document, files: files)
    }

    /// A file, which is made with all others where it is missing.
    func file(_ path: String) async throws -> URL {
        let file = folder.appendingPathComponent(path)
        if !FileManager.default.fileExists(atPath: file.path) { try await make() }
        return file
    }

    /// Makes all files, where they are missing.
    func make(progress: ProgressReporter = .silent) async throws {
        try await maker.make(folder, progress: progress)
    }
}

/// Makes the files of built-in exhibits, each folder once at a time.
private actor ExhibitMaker {
    static let shared = ExhibitMaker()
    private var making: [URL: Task<Void, any Error>] = [:]

    func make(_ folder: URL, progress: ProgressReporter) async throws {
        if let task = making[folder] { return try await task.value }
        if FileManager.default.fileExists(atPath: folder.path) { return }
        let task = Task { try await Blocking.run { try Self.write(folder, progress) } }
        making[folder] = task
        defer { making[folder] = nil }
        try await task.value
    }

    private static func write(_ folder: URL, _ progress: ProgressReporter) throws {
        let parent = folder.deletingLastPathComponent()
        let work = parent.appendingPathComponent(".\(folder.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: work) }
        do {
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
            try Artemis.writeFiles(to: work, progress: progress)
            // Another process may have made it meanwhile.
            if rename(work.path, folder.path) != 0, !FileManager.default.fileExists(atPath: folder.path) {
                throw SpacesError(.unwritable, "couldn't write it: \(String(cString: strerror(errno)))", input: folder.path)
            }
        } catch let error as CocoaError {
            throw SpacesError(.unwritable, "couldn't write it: \(error.localizedDescription)", input: folder.path)
        }
        // Files of other versions.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        where name != folder.lastPathComponent && !name.hasPrefix(".") {
            try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
        }
    }
}
