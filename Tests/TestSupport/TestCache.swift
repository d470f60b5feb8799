import Foundation

/// Results that several tests need and that take long to compute: made once by the first test that asks, kept in a folder, read by
/// all others, also by those of other test processes.
///
/// The folder is `DIORAMA_TEST_CACHE`, or one in the temporary folder. A part of its path names the test program as it was built,
/// so that results of changed code are never read; results of earlier builds are removed after a day.
public enum TestCache {
    /// The file for `key`, made by `make` where it is not there yet. Whoever asks meanwhile waits.
    /// - Parameters:
    ///   - key: names the result with all options that it depends on.
    ///   - make: writes the result to the file that it is handed, which then gets its name in one step.
    public static func file(_ key: String, make: (URL) throws -> Void) throws -> URL {
        let name = hash(Array(key.utf8))
        let file = try folder.get().appendingPathComponent(name)
        // One lock a result: an open file's lock holds among processes and among threads that opened it each for itself.
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .EIO) } }
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let partial = URL(fileURLWithPath: file.path + ".partial")
        try? FileManager.default.removeItem(at: partial)
        try make(partial)
        guard rename(partial.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return file
    }

    private static let folder = Result<URL, any Error> {
        let manager = FileManager.default
        let base =
            ProcessInfo.processInfo.environment["DIORAMA_TEST_CACHE"].map { URL(fileURLWithPath: $0) }
            ?? manager.temporaryDirectory.appendingPathComponent("diorama-test-cache-\(getuid())")
        let folder = base.appendingPathComponent(build)
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        for other in (try? manager.contentsOfDirectory(at: base, includingPropertiesForKeys: [.contentModificationDateKey])) ?? [] {
            let date = try? other.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            if other.lastPathComponent != build, let date, date.timeIntervalSinceNow < -86_400 {
                try? manager.removeItem(at: other)
            }
        }
        return folder
    }

    /// The test program: its path, size and time.
    private static let build: String = {
        #if os(Linux)
            let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
            let path = Bundle(for: Marker.self).executablePath ?? CommandLine.arguments[0]
        #endif
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return hash(Array("\(path) \(attributes?[.size] ?? 0) \(time)".utf8))
    }()

    private final class Marker {}

    /// FNV-1a of 64 bits, in hexadecimal digits.
    private static func hash(_ bytes: [UInt8]) -> String {
        let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
