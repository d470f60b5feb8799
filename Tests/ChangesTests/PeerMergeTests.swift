import Changes
import Foundation
import TestSupport
import Testing

/// The merge in Python (merge_peer.py), written from the documentation, against ours.
@Suite struct PeerMergeTests {
    static let hasPython =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/env") && run(["python3", "-c", "import sqlite3"]).code == 0

    @Test(.enabled(if: hasPython, "needs python3 with sqlite3"))
    func `a second implementation agrees on random histories`() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "merge_peer.py").path
        for seed in UInt64(900_001)...900_025 {
            let folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (replicas, files) = try History(seed: seed).run()
            for (i, file) in files.enumerated() { try Data(file.bytes).write(to: folder.appending(path: "\(i)")) }
            let result = Self.run(["python3", script, folder.path])
            #expect(result.code == 0, "seed \(seed)")
            let theirs = result.output.split(separator: "\n").map(String.init)
            #expect(try replicas[0].state() == theirs, "seed \(seed)")
        }
    }

    static func run(_ arguments: [String]) -> (code: Int32, output: String) {
        guard let outcome = try? RunningProgram(URL(filePath: "/usr/bin/env"), arguments).waitUntilExit() else { return (-1, "") }
        return (outcome.code, outcome.out)
    }
}
