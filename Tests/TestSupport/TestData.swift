import Foundation
import Support

/// Where tests find what they need, and how they damage it.
public enum TestData {
    /// The package's root folder.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// `../shared/data/NAME`: real captures and foreign files that are not part of the repository.
    public static func shared(_ name: String) -> URL {
        root.deletingLastPathComponent().appendingPathComponent("shared/data").appendingPathComponent(name)
    }

    /// Whether `../shared/data/NAME` is there; tests that need it are skipped, by name, where it is not.
    public static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: shared(name).path) }

    /// A new empty folder; the caller removes it.
    public static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A folder for what several tests read; removed when the program ends.
    public static let folderUntilExit: Result<URL, any Error> = Result {
        let folder = try temporaryFolder()
        atexit { try? FileManager.default.removeItem(at: TestData.folderUntilExit.get()) }
        return folder
    }

    /// Runs `body` with a new empty folder and removes it afterwards.
    public static func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Runs `body` with a new empty folder and removes it afterwards.
    public static func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    /// `count` copies of `bytes`, each cut short at another repeatable place.
    public static func truncations(of bytes: [UInt8], count: Int, seed: UInt64 = 1) -> [[UInt8]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in bytes.isEmpty ? [] : Array(bytes[..<Int.random(in: 0..<bytes.count, using: &random)]) }
    }

    /// `count` copies of `bytes`, each with one to eight bits flipped at repeatable places.
    public static func bitFlips(of bytes: [UInt8], count: Int, seed: UInt64 = 1) -> [[UInt8]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            var copy = bytes
            guard !copy.isEmpty else { return copy }
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                copy[Int.random(in: 0..<copy.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            return copy
        }
    }
}
