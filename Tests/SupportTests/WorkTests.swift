import Foundation
import Synchronization
import TestSupport
import Testing
import Support

@Suite struct ParallelTests {
    @Test(arguments: [0, 1, 2, 7, 1000, 100_003]) func `each index is visited exactly once`(count: Int) {
        var visits = [UInt8](repeating: 0, count: count)
        visits.withUnsafeMutableBufferPointer { visits in Parallel.forEach(count) { visits[$0] += 1 } }
        #expect(visits.allSatisfy { $0 == 1 })
        visits.withUnsafeMutableBufferPointer { visits in
            Parallel.forEachRange(count, minimum: 10) { for i in $0 { visits[i] += 1 } }
        }
        #expect(visits.allSatisfy { $0 == 2 })
    }
}

@Suite struct AtomicFileTests {
    @Test func `a file appears only when it is whole, and nothing is left of one given up`() throws {
        try TestData.withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("a.bin")
            try AtomicFile.write(Array("old".utf8), to: target)
            do {
                var file = try AtomicFile(target)
                try file.write([UInt8](repeating: 7, count: 3_000_000))
                #expect(try Data(contentsOf: target) == Data("old".utf8))
                // Given up here, without commit.
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.bin"])
            var file = try AtomicFile(target)
            try file.write("ab")
            try file.write([UInt8](repeating: 7, count: 3_000_000))
            try file.write("cd")
            #expect(file.count == 3_000_004)
            try file.commit()
            let data = try Data(contentsOf: target)
            #expect(data.count == 3_000_004 && data.prefix(3) == Data([97, 98, 7]) && data.suffix(2) == Data("cd".utf8))
        }
    }

    @Test func `a folder that is not there and a full disk are told in one line`() {
        let missing = URL(fileURLWithPath: "/nowhere/at/all/a.ply")
        #expect(throws: FileError.self) { try AtomicFile.write([1], to: missing) }
        do {
            try AtomicFile.write([1], to: missing)
        } catch {
            #expect(error.description == "couldn't write /nowhere/at/all/a.ply: its folder does not exist; create it first")
        }
        #expect(FileError(missing, writing: ENOSPC).description.contains("the disk is full"))
    }
}

@Suite struct ProgressTests {
    @Test func `parts of the work report their share of the whole`() throws {
        let seen = Mutex([Double]())
        let reporter = ProgressReporter { p in seen.withLock { $0.append(p.fraction) } }
        try reporter.part(0...0.5).report(0.5, "a")
        try reporter.part(0.5...1).part(0.5...1).report(0, "b")
        try reporter.report(7, "c")
        #expect(seen.withLock { $0 } == [0.25, 0.75, 1])
    }

    @Test func `reporting in a cancelled task throws`() async {
        let task = Task {
            while true {
                try ProgressReporter.silent.report(0, "a")
                await Task.yield()
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite struct SplitMix64Tests {
    @Test func `the numbers are those of the published generator`() {
        var random = SplitMix64(seed: 1_234_567)
        let published: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        #expect(published.allSatisfy { $0 == random.next() })
    }

    @Test func `normal numbers have mean 0 and deviation 1`() {
        var random = SplitMix64(seed: 5)
        let values = (0..<20_000).map { _ in Double(random.normal()) }
        let mean = values.reduce(0, +) / 20_000
        let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 20_000
        #expect(abs(mean) < 0.03 && abs(variance - 1) < 0.05)
    }
}
