import Foundation
import DioramaLibrary
import TestSupport
import Testing
import Support

/// Kills the real program (`SIGKILL`) in the middle of imports and opens what it leaves. `DIORAMA_BINARY` names the program; it is
/// the release build's otherwise.
@Suite struct KillDuringImportTests {
    static let binary: URL = {
        let named = ProcessInfo.processInfo.environment["DIORAMA_BINARY"].map { URL(fileURLWithPath: $0) }
        return named ?? TestData.root.appendingPathComponent(".build/release/diorama")
    }()

    static let kills = isSoak ? 25 : 10

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: binary.path), "needs the program: make build"))
    func `an import killed at any moment leaves every finished space and no orphan`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let model = folder.appendingPathComponent("hills.ply")
            try writeHills(side: 150, to: model)
            let library = folder.appendingPathComponent("library")
            try Program.createAccount(["--library", library.path])
            // The second import tells how long one takes: the first one also reads the program from the disk.
            var duration = Duration.zero
            for _ in 0..<2 {
                let import_ = try Import(model, into: library)
                try #require(import_.program.waitUntilExit().code == 0)
                duration = import_.started.duration(to: .now)
            }
            var known = try await contents(of: library)
            try #require(known.count == 2)

            var random = SplitMix64(seed: 2)
            var killed = 0
            // An import that ended before its kill proves nothing and is not counted: how long one takes changes with what else the
            // machine does, so that the time is led after it.
            for i in 0..<8 * Self.kills where killed < Self.kills {
                // Over the whole import, and twice as often over its last third, where files and rows are written.
                let late = i % 3 != 0
                let place = Double(random.unit())
                let delay = duration * (late ? 0.65 + 0.4 * place : 1.05 * place)
                let import_ = try Import(model, into: library)
                import_.kill(after: delay)
                let wasKilled = import_.program.waitUntilExit().code < 0
                killed += wasKilled ? 1 : 0
                duration = duration * (wasKilled ? 1.03 : 0.85)

                let found = try await contents(of: library)
                let intact = found.suffix(known.count) == known[...]
                #expect(intact, "kill \(i) after \(delay) changed a finished space")
                let more = found.count - known.count
                #expect(more == 1 || wasKilled && more == 0, "kill \(i) after \(delay), \(wasKilled ? "in time" : "too late")")
                known = found
            }
            #expect(killed == Self.kills, "only \(killed) imports were still under way when they were killed")
        }
    }

    /// Opens the library as the next program would, and checks that nothing is left of what was not finished.
    /// - Returns: its spaces, newest first.
    private func contents(of folder: URL) async throws -> [Space] {
        let library = try Library(at: folder)
        let report = try library.verify()
        #expect(report.problems == [])
        #expect(report.incomingFiles == [])
        let unfinished = try await library.jobs(endedAfter: .distantFuture)
        #expect(unfinished == [])
        let spaces = try await library.spaces(limit: 1000)
        let whole = spaces.allSatisfy { $0.triangleCount == 2 * 149 * 149 && !$0.assets.isEmpty }
        #expect(whole)
        try library.close()
        return spaces
    }

    /// `diorama import FILE --library DIR` under way.
    private struct Import {
        let program: RunningProgram
        let started = ContinuousClock.now

        init(_ file: URL, into library: URL) throws {
            program = try RunningProgram(KillDuringImportTests.binary, ["import", file.path, "--library", library.path])
        }

        /// Sleeps on this thread: the pool of tasks is busy with other tests and would wake it late.
        func kill(after delay: Duration) {
            Thread.sleep(forTimeInterval: delay / .seconds(1))
            program.kill()
        }
    }

    /// Writes a mesh of rolling hills with `side`² vertices as a PLY file.
    private func writeHills(side: Int, to file: URL) throws {
        var text = """
            ply
            format ascii 1.0
            element vertex \(side * side)
            property float x
            property float y
            property float z
            property uchar red
            property uchar green
            property uchar blue
            element face \(2 * (side - 1) * (side - 1))
            property list uchar int vertex_indices
            end_header

            """
        for row in 0..<side {
            for column in 0..<side {
                let height = Double((row * 7 + column * 3) % 29) / 100
                text += "\(Double(column) / 20) \(height) \(Double(row) / 20) \(row % 256) \(column % 256) 120\n"
            }
        }
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let a = row * side + column
                text += "3 \(a) \(a + side) \(a + 1)\n3 \(a + 1) \(a + side) \(a + side + 1)\n"
            }
        }
        try AtomicFile.write(Array(text.utf8), to: file)
    }
}
