import Codecs
import Foundation
import ModelFormats
import Models
import Support
import Synchronization
import TestSupport
import Testing

/// Every foreign scene goes to every format and back: what differs must be in the loss report. `make test` takes every fourth
/// format, another one for each scene. The table of docs/formats.md is made of all conversions, which `make soak` compares with it;
/// `DIORAMA_HISTORIES=1 DIORAMA_WRITE_TABLES=1 swift test --filter RoundTripMatrixTests` writes it there.
@Suite(.enabled(if: ForeignScenes.isThere, "../shared/data/foreign-formats is not there"))
struct RoundTripMatrixTests {
    private static let formats: [ModelFormat] = [
        .glb, .gltf, .usdz, .fbx, .dae, .obj, .ply, .stl, .las, .laz, .e57, .pcd, .pts, .xyz,
    ]

    /// The formats that the scene with a number is converted to.
    private static func targets(of number: Int) -> [ModelFormat] {
        isSoak ? formats : formats.indices.filter { ($0 + number) % 4 == 0 }.map { formats[$0] }
    }

    /// How a conversion ended.
    private enum Outcome {
        case whole
        case reported
        case refused
    }

    private struct Row {
        let format: ModelFormat
        let outcomes: [Outcome]
        let failures: [String]
    }

    private static func convert(_ file: URL, to targets: [ModelFormat], in folder: URL) throws -> Row {
        let format = try ModelFile.detect(file)
        let scene = try SceneFile.read(file)
        let before = try SceneSignature(scene)
        var failures: [String] = []
        let outcomes = try targets.map { target in
            let copy = folder.appendingPathComponent("copy.\(target.rawValue)")
            let losses: [Loss]
            do {
                losses = try SceneFile.write(scene, to: copy)
            } catch {
                // Clouds have no faces and drawings of lines neither, as the error says.
                let isRefused = (error as? FormatError)?.kind == .unwritable
                if !isRefused { failures.append("\(file.lastPathComponent) to \(target.rawValue): \(error)") }
                return Outcome.refused
            }
            let differences = before.differences(to: try SceneSignature(try SceneFile.read(copy)))
            let kinds = Set(losses.map(\.kind))
            for difference in differences where kinds.isDisjoint(with: difference.kinds) {
                failures.append("\(file.lastPathComponent) to \(target.rawValue), not reported: \(difference.what)")
            }
            return differences.isEmpty ? .whole : .reported
        }
        return Row(format: format, outcomes: outcomes, failures: failures)
    }

    private static func rows(of files: [URL]) -> [Row] {
        let rows = Mutex<[Int: Result<Row, any Error>]>([:])
        Parallel.forEach(files.count) { i in
            let row = Result {
                try TestData.withTemporaryFolder { folder in try convert(files[i], to: targets(of: i), in: folder) }
            }
            rows.withLock { $0[i] = row }
        }
        return files.indices.map { i in
            let row = rows.withLock { $0[i] }
            do {
                return try #require(row).get()
            } catch {
                return Row(format: .ply, outcomes: [], failures: ["\(files[i].lastPathComponent): \(error)"])
            }
        }
    }

    private static func table(_ rows: [Row]) -> String {
        var lines = [
            "| from | files | " + formats.map(\.rawValue).joined(separator: " | ") + " |",
            "|---|---" + String(repeating: "|---", count: formats.count) + "|",
        ]
        for format in ModelFormat.allCases {
            let own = rows.filter { $0.format == format && !$0.outcomes.isEmpty }
            if own.isEmpty { continue }
            let cells = formats.indices.map { t in
                let outcomes = own.map { $0.outcomes[t] }
                let whole = outcomes.count { $0 == .whole }
                let reported = outcomes.count { $0 == .reported }
                if whole + reported == 0 { return "–" }
                return reported == 0 ? "\(whole)" : "\(whole) + \(reported)"
            }
            lines.append("| \(format.rawValue) | \(own.count) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    @Test func `what a conversion changes is in its loss report, and the documentation has the table`() throws {
        let files = ForeignScenes.files
        #expect(files.count >= 40)
        let rows = Self.rows(of: files)
        for failure in rows.flatMap(\.failures) { Issue.record("\(failure)") }
        if isSoak { try compareTable(of: rows) }
    }

    private func compareTable(of rows: [Row]) throws {
        let begin = "<!-- round trips: begin -->\n"
        let end = "<!-- round trips: end -->"
        let url = TestData.root.appendingPathComponent("docs/formats.md")
        var page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: begin)).upperBound
        let stop = try #require(page.range(of: end)).lowerBound
        let table = Self.table(rows)
        if ProcessInfo.processInfo.environment["DIORAMA_WRITE_TABLES"] == "1" {
            page.replaceSubrange(start..<stop, with: table + "\n")
            try page.write(to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(page[start..<stop] == table + "\n", "docs/formats.md should have:\n\(table)")
        }
    }
}
