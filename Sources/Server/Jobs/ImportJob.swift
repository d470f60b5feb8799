import Foundation
import DioramaLibrary
import Reconstruction
import Support

/// From an uploaded file to a space: unpacks what is packed, and hands over to the importer.
struct ImportJob: Sendable {
    /// Holds the upload; removed with the job.
    let folder: UploadFolder
    let file: URL
    let kind: UploadKind
    let title: String
    let name: String
    let mode: ReconstructionMode
    let unpacker: ArchiveUnpacker
    let importer: ServerConfiguration.Importer

    /// Unpacking is quick beside reconstruction.
    private static let unpackingShare = 0.05

    /// An error in plain words, without the server's folders in it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func run(job: JobID, progress: ProgressReporter) async throws -> SpaceID {
        defer { folder.remove() }
        let content = folder.url.appendingPathComponent("content", isDirectory: true)
        do {
            switch kind {
            case .file:
                return try await importer(ImportRequest(source: file, name: name, mode: mode, job: job), progress).id
            case .archive:
                let top = content.appendingPathComponent(title, isDirectory: true)
                try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
                let capture = try unpacker.unpack(file, into: top, progress: progress.part(0...Self.unpackingShare))
                // Its bytes are on the disk twice now.
                try? FileManager.default.removeItem(at: file)
                let request = ImportRequest(source: capture, name: name, mode: mode, job: job)
                return try await importer(request, progress.part(Self.unpackingShare...1)).id
            }
        } catch let error as CancellationError {
            throw error
        } catch let error as LibraryError {
            throw error
        } catch {
            let text = ErrorLine.text(error)
                .replacingOccurrences(of: content.path + "/", with: "")
                .replacingOccurrences(of: folder.url.path + "/", with: "")
            throw Failure(description: text)
        }
    }
}
