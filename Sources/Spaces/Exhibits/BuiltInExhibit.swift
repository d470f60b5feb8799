import Crypto
import Exhibits
import Foundation
import Support

/// The exhibit that comes with the program. Its files are made from code when they are first needed, and kept in the library's
/// folder under `exhibits/`; they can be made again at any time.
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

    /// `folder` is that of the library.
    init(folder: URL) {
        let all = folder.appendingPathComponent("exhibits", isDirectory: true)
        // Another version of the program, or of the content, has a folder of its own.
        self.folder = all.appendingPathComponent("\(Self.name)-\(Self.revision)", isDirectory: true)
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

    /// A file; where it is missing, all are made, and this one is there as soon as it is written. Posters come with the program.
    /// - Parameter allowsDraft: whether a small image of the same view is given where the image of a model is not there yet.
    func file(_ path: String, allowsDraft: Bool = false) async throws -> URL {
        let file = folder.appendingPathComponent(path)
        let isThere: @Sendable () -> Bool = { FileManager.default.fileExists(atPath: file.path) }
        let isPoster = exhibit.exhibit.models.contains { $0.poster?.image == path }
        if isPoster || allowsDraft, !isThere(), let preview = Artemis.preview(of: path) { return preview }
        try await ExhibitMaker.shared.make(folder, until: isThere)
        return file
    }

    /// Makes all files that are missing.
    func make(progress: ProgressReporter = .silent) async throws {
        let paths = Artemis.exhibit().files.map { folder.appendingPathComponent($0).path }
        try await ExhibitMaker.shared.make(folder, progress: progress) {
            paths.allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }
    }
}

/// Makes the files of built-in exhibits, each folder once at a time.
private actor ExhibitMaker {
    static let shared = ExhibitMaker()
    private var making: [URL: Task<Void, any Error>] = [:]
    /// How often waiting requests look for their file.
    private static let interval = Duration.milliseconds(20)

    /// Makes the files of a folder unless `isDone` is true already, and returns as soon as it is.
    func make(_ folder: URL, progress: ProgressReporter = .silent, until isDone: @Sendable () -> Bool) async throws {
        if isDone() { return }
        let task = making[folder] ?? begin(folder, progress)
        while making[folder] == task {
            if isDone() { return }
            try await Task.sleep(for: Self.interval)
        }
        try await task.value
        if !isDone() { throw SpacesError(.notFound, "the built-in exhibit has no such file", input: folder.path) }
    }

    private func begin(_ folder: URL, _ progress: ProgressReporter) -> Task<Void, any Error> {
        let task = Task {
            defer { making[folder] = nil }
            try await Blocking.run { try Self.write(folder, progress) }
        }
        making[folder] = task
        return task
    }

    private static func write(_ folder: URL, _ progress: ProgressReporter) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Artemis.writeFiles(to: folder, progress: progress)
        } catch let error as CocoaError {
            throw SpacesError(.unwritable, "couldn't write it: \(error.localizedDescription)", input: folder.path)
        }
        // Files of other versions.
        let parent = folder.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? [] where name != folder.lastPathComponent
        {
            try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
        }
    }
}
