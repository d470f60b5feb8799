import Foundation

/// A real file system of a few megabytes in memory, to run out of space on. Mounting needs root on Linux.
struct SmallDisk {
    let folder: URL

    /// Tried once, as containers may forbid it even to root.
    static let isAvailable: Bool = {
        #if os(Linux)
            guard geteuid() == 0 else { return false }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-test-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                guard try runProgram("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path]) == 0 else {
                    return false
                }
                return try runProgram("/bin/umount", [folder.path]) == 0
            } catch {
                return false
            }
        #else
            return false
        #endif
    }()

    /// Mounts a disk of `megabytes` at `folder`, runs `body`, and takes the disk away again with all that is on it.
    static func with<R>(megabytes: Int, at folder: URL, _ body: (SmallDisk) async throws -> R) async throws -> R {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard try runProgram("/bin/mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path]) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        // Lazily: a failed test may still have files open there.
        defer { _ = try? runProgram("/bin/umount", ["-l", folder.path]) }
        return try await body(SmallDisk(folder: folder))
    }

    func makeReadOnly() throws {
        guard try runProgram("/bin/mount", ["-o", "remount,ro", folder.path]) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Fills the disk with one file of nothing until `left` bytes are free, by the page.
    func fill(leaving left: Int = 0) throws {
        let file = folder.appendingPathComponent("filler")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seekToEnd()
        let page = Data(count: 4096)
        while free > left {
            do { try handle.write(contentsOf: page) } catch { break }
        }
    }

    func removeFiller() throws {
        // Emptied first: a child that another test is just starting may have the file open a moment longer, and its space with it.
        let file = folder.appendingPathComponent("filler")
        truncate(file.path, 0)
        try FileManager.default.removeItem(at: file)
    }

    /// Free bytes.
    var free: Int {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0
    }
}
