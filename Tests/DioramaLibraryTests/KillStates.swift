import Foundation
import DioramaLibrary
import Synchronization
import Testing

/// What a kill at each step of a piece of work leaves: copies of a folder, made at the moment of the step by a program of its own,
/// as closing a database's file in this process would drop SQLite's locks on it.
final class KillStates: Sendable {
    struct State: Sendable {
        let step: String
        let folder: URL
    }

    private let source: URL
    private let target: URL
    private let taken = Mutex<[State]>([])

    /// - Parameter source: the folder that is worked on; copies go beside it.
    init(of source: URL) {
        self.source = source
        target = source.deletingLastPathComponent().appendingPathComponent("killed-\(UUID().uuidString.prefix(6))")
    }

    var states: [State] { taken.withLock { $0 } }

    /// Steps that copy the folder before each of them, and one last time by `take`.
    var steps: FaultInjectionPoints { FaultInjectionPoints { [self] name in try take(name) } }

    func take(_ name: String) throws {
        let number = taken.withLock { $0.count }
        let copy = target.appendingPathComponent("\(number)")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        guard try runProgram("/bin/cp", ["-r", source.path, copy.path]) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Shared memory is made anew from the log.
        try? FileManager.default.removeItem(at: copy.appendingPathComponent("library.sqlite-shm"))
        taken.withLock { $0.append(State(step: name, folder: copy)) }
    }
}

/// What a step throws that is made to fail.
struct StepFailure: Error {}

/// Steps of which the one with this number fails; `count` tells how many there were.
final class FailingStep: Sendable {
    private let number: Int
    private let reached = Mutex(0)

    init(_ number: Int) { self.number = number }

    var count: Int { reached.withLock { $0 } }

    var steps: FaultInjectionPoints {
        FaultInjectionPoints { [self] _ in
            let current = reached.withLock { count in
                defer { count += 1 }
                return count
            }
            if current == number { throw StepFailure() }
        }
    }
}

/// A file system that can clone, in a file: xfs. Making one needs root on Linux, and xfsprogs.
struct CloningDisk {
    let folder: URL

    /// Tried once.
    static let isAvailable: Bool = {
        #if os(Linux)
            guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/sbin/mkfs.xfs") else { return false }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-test-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            return (try? make(folder)) == true && (try? runProgram("/bin/umount", [folder.path])) == 0
        #else
            return false
        #endif
    }()

    static func with<R>(at folder: URL, _ body: () async throws -> R) async throws -> R {
        guard try make(folder) else { throw CocoaError(.fileWriteUnknown) }
        // Lazily: a database that was backed up stays open in this process.
        defer { _ = try? runProgram("/bin/umount", ["-l", folder.path]) }
        return try await body()
    }

    private static func make(_ folder: URL) throws -> Bool {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let image = folder.deletingLastPathComponent().appendingPathComponent("disk-\(UUID().uuidString).xfs")
        // The mounted disk keeps its file.
        defer { try? FileManager.default.removeItem(at: image) }
        try Data().write(to: image)
        guard truncate(image.path, 400 << 20) == 0 else { return false }
        return try runProgram("/sbin/mkfs.xfs", ["-q", image.path]) == 0
            && runProgram("/bin/mount", ["-o", "loop", image.path, folder.path]) == 0
    }
}
