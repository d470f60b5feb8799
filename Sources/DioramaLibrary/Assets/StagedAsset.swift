import Foundation
import Synchronization
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that lies whole and durable in `incoming/`, and waits for its rows.
struct StagedAsset: Sendable {
    let draft: AssetDraft
    let hash: AssetHash
    let byteCount: Int64
    let incoming: URL

    /// Brings the file of `draft` into `incoming/`: by a second name for it where it is taken over, else by a copy.
    init(_ draft: AssetDraft, in layout: LibraryFolder, isCancelled: () -> Bool) throws {
        let action = "add \(draft.fileName)"
        let target = layout.incoming.appendingPathComponent(KSUID().description)
        func check() throws {
            if isCancelled() { throw CancellationError() }
        }
        let read: (hash: AssetHash, byteCount: Int64)
        if draft.isConsumed, Self.isOurs(draft.file), link(draft.file.path, target.path) == 0 {
            do {
                read = try FileHash.of(target, to: action) { _ in try check() }
                try Self.makeDurable(target, to: action)
            } catch {
                unlink(target.path)
                throw error
            }
        } else {
            var copy = try AtomicFile(target)
            read = try FileHash.of(draft.file, to: action) { bytes in
                try check()
                try copy.write(bytes)
            }
            try copy.commit()
        }
        self.draft = draft
        (hash, byteCount) = read
        incoming = target
    }

    /// Whether the file can become the library's by a second name: a plain file of this user without other names, which would let
    /// it be changed later.
    private static func isOurs(_ file: URL) -> Bool {
        var status = stat()
        return lstat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
            && status.st_uid == geteuid()
    }

    private static func makeDurable(_ file: URL, to action: String) throws(LibraryError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw LibraryError(system: errno, could: action, at: file) }
        defer { close(descriptor) }
        if fchmod(descriptor, 0o644) != 0 || fsync(descriptor) != 0 { throw LibraryError(system: errno, could: action, at: file) }
    }

    /// Puts the file in its place, durably; called in the transaction that adds its rows.
    func place(in layout: LibraryFolder) throws {
        let target = layout.asset(hash)
        let folder = target.deletingLastPathComponent()
        if mkdir(folder.path, 0o755) == 0 {
            AtomicFile.syncFolder(layout.assets)
        } else if errno != EEXIST {
            throw LibraryError(system: errno, could: "add \(draft.fileName)", at: folder)
        }
        // Where another space has the same file, this one takes its place: the bytes are the same, and damaged ones are healed.
        if rename(incoming.path, target.path) != 0 {
            throw LibraryError(system: errno, could: "add \(draft.fileName)", at: target)
        }
        AtomicFile.syncFolder(folder)
    }

    /// Removes the file from `incoming/`, if it is still there.
    func discard() { unlink(incoming.path) }
}

extension StagedAsset {
    /// Brings all files into `incoming/`, on a thread of its own kind: reading and waiting for the disk must not hold up tasks.
    /// - Throws: `LibraryError`; then nothing is left. It stops soon when the task is cancelled.
    static func all(_ drafts: [AssetDraft], in layout: LibraryFolder) async throws -> [StagedAsset] {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try stage(drafts, in: layout) { cancellation.isCancelled } })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private static func stage(
        _ drafts: [AssetDraft], in layout: LibraryFolder, isCancelled: () -> Bool
    ) throws -> [StagedAsset] {
        var staged: [StagedAsset] = []
        do {
            for draft in drafts { staged.append(try StagedAsset(draft, in: layout, isCancelled: isCancelled)) }
            if isCancelled() { throw CancellationError() }
            return staged
        } catch {
            for asset in staged { asset.discard() }
            throw error
        }
    }

    private final class Cancellation: Sendable {
        private let flag = Atomic<Bool>(false)
        var isCancelled: Bool { flag.load(ordering: .relaxed) }
        func cancel() { flag.store(true, ordering: .relaxed) }
    }
}
