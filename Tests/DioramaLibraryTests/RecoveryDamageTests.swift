import Foundation
import GRDB
import DioramaLibrary
import TestSupport
import Testing
import Support

/// Random damage, hundreds of times: the library opens, is sound, and has what it can have; the damaged database is kept.
@Suite struct RecoveryDamageTests {
    /// Every twelfth case in `make test`, to keep it short; all of them in `make soak`.
    private static let step = isSoak ? 1 : 12

    /// Copies a library for each case, damages the copy's database, and opens it.
    private func forEach(
        _ cases: Int, backup: Int?, damage: (inout [UInt8], inout SplitMix64) -> Void,
        check: (_ case: Int, _ made: DamagedLibrary, _ spaces: [Space], _ report: RecoveryReport?) throws -> Void
    ) async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, count: 60, backup: backup)
            let sound = [UInt8](try Data(contentsOf: made.database))
            for number in stride(from: 0, to: cases, by: Self.step) {
                var random = SplitMix64(seed: UInt64(number))
                let copy = folder.deletingLastPathComponent().appendingPathComponent("case-\(number)")
                try #require(try runProgram("/bin/cp", ["-r", folder.path, copy.path]) == 0)
                defer { try? FileManager.default.removeItem(at: copy) }
                var bytes = sound
                damage(&bytes, &random)
                let damaged = DamagedLibrary(folder: copy, spaces: made.spaces, backedUp: made.backedUp)
                try Data(bytes).write(to: damaged.database)
                do {
                    let (spaces, report) = try await damaged.restored()
                    try check(number, damaged, spaces, report)
                } catch let error as LibraryError {
                    // Only without a backup may it come to that.
                    #expect(backup == nil && error.kind == .damaged, "case \(number): \(error)")
                    #expect([UInt8](try Data(contentsOf: damaged.database)) == bytes, "case \(number)")
                }
            }
        }
    }

    @Test func `flipped bits, with a backup: no space is lost`() async throws {
        var noticed = 0
        try await forEach(150, backup: 45) { bytes, random in
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        } check: { number, made, spaces, report in
            let ids = Set(spaces.map(\.id))
            if report != nil {
                noticed += 1
                #expect(ids.isSuperset(of: made.backedUp.map(\.id)), "case \(number)")
            } else {
                // Bits inside values: as many spaces as there were, of which a few may have another name, or another id.
                #expect(spaces.count == made.spaces.count, "case \(number)")
                #expect(ids.intersection(made.spaces.map(\.id)).count >= made.spaces.count - 8, "case \(number)")
            }
        }
        #expect(noticed > 45 / Self.step, "\(noticed)")
    }

    @Test func `damaged pages, with a backup: no space of the backup is lost, and the report says what may be`() async throws {
        try await forEach(60, backup: 45) { bytes, random in
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let start = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
                for i in start..<min(start + 512, bytes.count) { bytes[i] = .random(in: 0...255, using: &random) }
            }
        } check: { number, made, spaces, report in
            let ids = Set(spaces.map(\.id))
            #expect(ids.isSuperset(of: made.backedUp.map(\.id)), "case \(number)")
            #expect(ids.isSubset(of: made.spaces.map(\.id)), "case \(number)")
            if ids.count < made.spaces.count { #expect(report?.isComplete == false, "case \(number)") }
        }
    }

    @Test func `cut off anywhere, with a backup: no space of the backup is lost`() async throws {
        try await forEach(60, backup: 45) { bytes, random in
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        } check: { number, made, spaces, report in
            #expect(Set(spaces.map(\.id)).isSuperset(of: made.backedUp.map(\.id)), "case \(number)")
            #expect(report != nil, "case \(number)")
        }
    }

    @Test func `flipped bits and damaged pages without a backup: what can be read is there, or nothing was changed`() async throws {
        var counts: [Int: Int] = [:]
        try await forEach(60, backup: nil) { bytes, random in
            if Bool.random(using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            } else {
                let start = Int.random(in: 1..<bytes.count / 4096, using: &random) * 4096
                for i in start..<start + 4096 { bytes[i] = .random(in: 0...255, using: &random) }
            }
        } check: { number, _, spaces, _ in
            counts[number] = spaces.count
        }
        // Nine tenths of all rows of all cases: a damaged page costs the rows on it, and no others.
        let total = counts.values.reduce(0, +)
        let fewer = counts.filter { $0.value < 60 }.sorted { $0.key < $1.key }
        #expect(total >= 60 * (60 / Self.step) * 9 / 10, "\(total); cases with fewer than 60 rows: \(fewer)")
    }
}
