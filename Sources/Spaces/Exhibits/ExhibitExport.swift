import Exhibits
import Foundation
import Support

/// The pages of which a published exhibit consists. `Server` has them.
public protocol ExhibitSite: Sendable {
    /// Writes the web client and everything that it shows of the exhibit into an empty folder.
    func write(_ exhibit: StoredExhibit, package: ExhibitPackage, to folder: URL, progress: ProgressReporter) async throws
}

/// Writes exhibits: as packages, which can be imported again, and as folders for any web host.
public struct ExhibitExport: Sendable {
    private let catalogue: ExhibitCatalogue

    /// An export of exhibits of `catalogue`.
    public init(catalogue: ExhibitCatalogue) { self.catalogue = catalogue }

    /// Writes the package as a folder or, where the name ends in `.zip`, as an archive; whole or not at all.
    /// - Parameters:
    ///   - exhibit: the exhibit.
    ///   - target: a folder that is not there yet, or empty; an archive that is there is replaced.
    ///   - progress: receives the progress.
    /// - Throws: `SpacesError` of kind `unwritable` where the target can't be written; `LibraryError` where a file can't be had.
    public func writePackage(
        _ exhibit: StoredExhibit, to target: URL, progress: ProgressReporter = .silent
    ) async throws -> WebExport.Report {
        try await WebFolder.write(to: target, progress: progress) { work in
            let package = try await catalogue.package(exhibit, progress: progress.part(0...0.7))
            try await Blocking.run { try package.fill(work, progress.part(0.7...0.8)) }
            return 0
        }
    }

    /// Writes a static website of the exhibit as a folder or archive; whole or not at all.
    /// - Throws: as `writePackage`; `SpacesError` of kind `unavailable` where the client is not built.
    public func publish(
        _ exhibit: StoredExhibit, by site: any ExhibitSite, to target: URL, progress: ProgressReporter = .silent
    ) async throws -> WebExport.Report {
        let note = "\(exhibit.exhibit.title), published from Diorama."
        return try await WebFolder.write(to: target, note: note, progress: progress) { work in
            let package = try await catalogue.package(exhibit, progress: progress.part(0...0.6))
            try await site.write(exhibit, package: package, to: work, progress: progress.part(0.6...0.8))
            return 0
        }
    }
}

extension ExhibitExport {
    /// Writes the package of the built-in exhibit, for which no library is needed.
    public static func writeBuiltIn(to target: URL, progress: ProgressReporter = .silent) async throws -> WebExport.Report {
        try await WebFolder.write(to: target, progress: progress) { work in
            _ = try await builtIn(in: work, progress.part(0...0.8))
            return 0
        }
    }

    /// Writes the website of the built-in exhibit, for which no library is needed.
    public static func publishBuiltIn(
        by site: any ExhibitSite, to target: URL, progress: ProgressReporter = .silent
    ) async throws -> WebExport.Report {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-exhibit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: made) }
        let title = Artemis.exhibit().title
        return try await WebFolder.write(to: target, note: "\(title), published from Diorama.", progress: progress) { work in
            let package = try await builtIn(in: made, progress.part(0...0.6))
            let stored = BuiltInExhibit.stored(package.exhibit, in: made)
            try await site.write(stored, package: package, to: work, progress: progress.part(0.6...0.8))
            return 0
        }
    }

    private static func builtIn(in folder: URL, _ progress: ProgressReporter) async throws -> ExhibitPackage {
        try await Blocking.run {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Artemis.writeFiles(to: folder, progress: progress)
            let json = try Artemis.exhibit().json(isReadable: true)
            try AtomicFile.write(Array(json) + [0x0a], to: folder.appendingPathComponent(ExhibitPackage.documentName))
            return try ExhibitPackage(folder: folder)
        }
    }
}
