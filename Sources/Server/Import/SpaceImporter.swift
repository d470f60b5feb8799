import Foundation
import Geometry
import Library
import Work

/// What an import may be told.
public struct ImportOptions: Sendable {
    public init() {}
}

/// Makes a space of a capture folder or a model file. This one keeps model files as they are, without looking into them.
public struct SpaceImporter: Sendable {
    private let library: Library

    public init(library: Library) { self.library = library }

    public func importSpace(
        from source: URL, name: String?, options: ImportOptions = .init(), job: JobID?, progress: ProgressReporter
    ) async throws -> Space {
        try progress.report(0, "Importing")
        let draft = SpaceDraft(
            name: name ?? source.deletingPathExtension().lastPathComponent,
            assets: [
                AssetDraft(
                    kind: .source, contentType: "application/octet-stream", fileName: source.lastPathComponent, file: source)
            ])
        return try await library.add(draft, job: job)
    }
}
