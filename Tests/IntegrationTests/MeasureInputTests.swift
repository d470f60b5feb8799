import Capture
import Foundation
import Geometry
import ModelFormats
import Support
import SyntheticScenes
import TestSupport
import Testing

/// What `measure` measures in: captures, models and clouds; where; in which units; and with check distances.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct MeasureInputTests {
    /// The inside of a room of 4 m × 2.5 m × 3 m as points.
    private static let cloud: PointCloud = {
        var random = SplitMix64(seed: 3)
        let size = Vector3(4, 2.5, 3)
        var cloud = PointCloud()
        for i in 0..<60_000 {
            var p = Vector3(random.unit(), random.unit(), random.unit()) * size
            let axis = i % 3
            p[axis] = (random.unit() < 0.5 ? 0 : size[axis]) + random.normal() * 0.002
            cloud.positions.append(p)
        }
        return cloud
    }()

    private func value(_ arguments: [String]) throws -> [String: Any] {
        let result = try Program.run(["measure"] + arguments + ["--json"])
        return try #require((result.json?["measurements"] as? [[String: Any]])?.first, "\(arguments): \(result.error)")
    }

    @Test(arguments: ["ply", "las", "laz", "e57", "pcd", "pts", "xyz"])
    func `a cloud of every format is measured, with an interval from its scatter`(_ format: String) throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("room.\(format)")
            try ModelFile.write(Model(Self.cloud), to: file)
            // Some formats store y up as z up; what is read is y up again.
            let width = try value([file.path, "distance", "0,1.2,1.5", "4,1.2,1.5", "--planes"])
            #expect(abs((width["value"] as? Double ?? 0) - 4) < 0.003, "\(width)")
            let half = try #require(width["half_width95"] as? Double)
            #expect(half > 0 && half < 0.02)
            #expect((width["notes"] as? [String])?.contains { $0.contains("scatter of the points only") } == true)
            if format == "ply" {
                let height = try value([file.path, "height", "2,2.4,1.5", "--snap", "none"])
                #expect(abs((height["value"] as? Double ?? 0) - 2.4) < 0.01)
                let volume = try Program.run(["measure", file.path, "volume"])
                #expect(volume.code == 1 && volume.errors.count == 1 && volume.error.contains("not determined"), "\(volume.error)")
                #expect(volume.error.contains("points without faces"))
            }
        }
    }

    @Test func `captures are measured: a folder, an archive, and Record3D's file`() throws {
        try TestData.withTemporaryFolder { folder in
            let capture = folder.appendingPathComponent("flat")
            try DemoCapture(noise: false, drift: false, frameCount: 24).write(to: capture)
            let recording = folder.appendingPathComponent("flat.r3d")
            try Record3DWriter.write(try Capture.open(capture), to: recording)
            let archive = folder.appendingPathComponent("flat.zip")
            let packing = "import shutil, sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2], 'flat')"
            let zip = try RunningProgram(named: "python3", ["-c", packing, capture.path, folder.path]).waitUntilExit()
            #expect(zip.code == 0, "\(zip.error)")
            for input in [capture, recording, archive] {
                let height = try value([input.path, "height", "2,1,2", "--snap", "none"])
                #expect(abs((height["value"] as? Double ?? 0) - 1) < 0.1, "\(input.lastPathComponent): \(height)")
            }
            let broken = folder.appendingPathComponent("broken.zip")
            try Data("PK nothing".utf8).write(to: broken)
            let refused = try Program.run(["measure", broken.path, "volume"])
            #expect(refused.code == 1 && refused.errors.count == 1, "\(refused.error)")
        }
    }

    @Test func `a point outside of the model is refused`() throws {
        try SheetLibrary.with { library, space, folder in
            let sheet = folder.appendingPathComponent("sheet.ply").path
            for input in [[sheet], [space] + library] {
                for request in [
                    ["volume", "100,100,100"], ["size", "100,100,100"], ["distance", "1,0,1", "100,100,100"],
                    ["distance", "1,0,1", "100,100,100", "--snap", "none"], ["clearance", "100,100,100", "--along", "y"],
                    ["height", "100,100,100", "--snap", "none"], ["area", "1,0,1", "2,0,1", "100,100,100"],
                ] {
                    let result = try Program.run(["measure", input[0]] + request + input.dropFirst())
                    #expect(result.code == 1 && result.errors.count == 1, "\(request): \(result.error)")
                    #expect(result.error.contains("100.00, 100.00, 100.00 is outside of the model"), "\(result.error)")
                    #expect(result.error.contains("m away; choose a point"), "\(result.error)")
                }
            }
            let near = try Program.run(["measure", sheet, "distance", "1,0.2,1", "2,0,1"])
            #expect(near.code == 1 && near.error.contains("within 50 mm of 1.00, 0.20, 1.00"), "\(near.error)")
            #expect(try Program.run(["measure", sheet, "distance", "1,0.2,1", "2,0,1", "--radius", "30cm"]).code == 0)
        }
    }

    @Test func `lengths are read and printed in every unit`() throws {
        try SheetLibrary.with { _, _, folder in
            let sheet = folder.appendingPathComponent("sheet.ply").path
            for (unit, text) in [
                ("m", "1.500 m"), ("cm", "150.0 cm"), ("mm", "1500 mm"), ("ft", "4.921 ft"), ("in", "59.06 in"),
                ("metric", "1.500 m"),
                ("imperial", "4′ 11 1/16″"),
            ] {
                let table = folder.appendingPathComponent("\(unit).csv")
                let one = try value(
                    [sheet, "distance", "50cm,0,1m", "2000mm,0,1", "--units", unit, "--snap", "plane", "--csv", table.path])
                #expect(
                    (one["text"] as? String)?.hasPrefix(text + " (uncertainty unknown: ") == true, "\(unit): \(one["text"] ?? "")")
                #expect(one["unit"] as? String == "m" && abs((one["value"] as? Double ?? 0) - 1.5) < 1e-6)
                #expect(one["unknown"] as? String != nil && one["half_width95"] == nil)
                let csv = try String(contentsOf: table, encoding: .utf8)
                #expect(csv.contains(text) && csv.contains("uncertainty unknown: the model has no noise model"), "\(csv)")
            }
            for wrong in [
                ["--units", "yards"], ["--units", "cm", "--imperial"], ["--radius", "5 parsecs"], ["--radius", "nan"],
            ] {
                #expect(try Program.run(["measure", sheet, "distance", "0,0,0", "1,0,0"] + wrong).code == 2, "\(wrong)")
            }
        }
    }

    @Test func `check distances correct the scale of a file`() throws {
        try SheetLibrary.with { _, _, folder in
            let sheet = folder.appendingPathComponent("sheet.ply").path
            let checks = [
                "--point", "A=0.5,0,1", "--point", "B=3.5,0,1", "--check", "A,B = 3.03 ± 0.002", "--check",
                "1,0,0.5 1,0,3.5 = 303.1cm +- 2mm", "--check", "0.5,0,0.5 0.5,0,2.5=2.021m+/-2mm",
            ]
            let result = try Program.run(["measure", sheet, "distance", "A", "1,0,3", "--json", "--snap", "plane"] + checks)
            let scale = try #require(result.json?["scale"] as? [String: Any], "\(result.error)")
            #expect(abs((scale["value"] as? Double ?? 0) - 1.0102) < 0.0005 && (scale["half_width95"] as? Double ?? 0) > 0)
            #expect((scale["text"] as? String)?.contains("from 3 check distances") == true)
            let rows = try #require(scale["checks"] as? [[String: Any]])
            #expect(rows.count == 3 && rows[0]["name"] as? String == "A,B" && rows.allSatisfy { $0["residual"] is Double })
            let one = try #require((result.json?["measurements"] as? [[String: Any]])?.first)
            #expect(abs((one["value"] as? Double ?? 0) - 1.0102 * 2.0616) < 0.002 && one["half_width95"] is Double, "\(one)")
            // Two say nothing of the model's errors.
            let two = try Program.run(
                ["measure", sheet, "distance", "A", "1,0,3", "--json", "--snap", "plane"] + checks.dropLast(2))
            let unknown = (two.json?["measurements"] as? [[String: Any]])?.first?["unknown"] as? String
            #expect(unknown?.contains("fewer than 3") == true, "\(two.error)")
            let alone = try Program.run(["measure", sheet, "check"] + checks)
            #expect(alone.code == 0 && alone.out.hasPrefix("scale 1.01") && alone.out.contains("check A,B: "), "\(alone.out)")
        }
    }

    @Test func `what is no check distance is refused`() throws {
        try SheetLibrary.with { _, _, folder in
            let sheet = folder.appendingPathComponent("sheet.ply").path
            for wrong in [
                ["--check", "A,B=3±0.1"], ["--check", "nonsense"], ["--check", "0,0,0 1,0,0 = nan ± 1"], ["--check", "--json"],
                ["--check", "0,0,0 1,0,0 = 1"], ["--point", "A"], ["--point", "A=1,2,3", "--point", "A=1,2,3"],
            ] {
                let result = try Program.run(["measure", sheet, "check"] + wrong)
                #expect(result.code == 2, "\(wrong): \(result.error)")
            }
            for (wrong, part) in [
                (["--check", "1,0,1 9,0,9 = 3 ± 0.1"], "9.00, 0.00, 9.00"), (["--check", "1,0,1 1,0,1 = 3 ± 0.1"], "equal"),
                ([], "no check"),
            ] {
                let result = try Program.run(["measure", sheet, "check"] + wrong)
                #expect(result.code == 1 && result.errors.count == 1 && result.error.contains(part), "\(wrong): \(result.error)")
            }
        }
    }

    @Test func `check distances of a space are kept, listed, removed and restored`() throws {
        try SheetLibrary.with { library, space, _ in
            func length() throws -> Double {
                let result = try Program.run(["measure", space, "distance", "1,0,1", "3,0,1", "--json"] + library)
                return try #require(
                    (result.json?["measurements"] as? [[String: Any]])?.first?["value"] as? Double, "\(result.error)")
            }
            #expect(try Program.run(["measure", space, "check"] + library).out.contains("no check distances"))
            #expect(abs(try length() - 2) < 1e-6)
            let made = try Program.run(
                ["measure", space, "check", "--check", "0.5,0,1 3.5,0,1 = 3.03 ± 0.003", "--json"] + library)
            let rows = (made.json?["scale"] as? [String: Any])?["checks"] as? [[String: Any]]
            let id = try #require(rows?.first?["id"] as? String, "\(made.error)")
            #expect(abs(try length() - 2.02) < 1e-4)
            // For once, beside the kept one.
            let once = try Program.run(
                ["measure", space, "distance", "1,0,1", "3,0,1", "--check", "0.5,0,1 3.5,0,1 = 3 ± 0.003", "--json"] + library)
            let both = (once.json?["measurements"] as? [[String: Any]])?.first?["value"] as? Double ?? 0
            #expect(abs(both - 2.01) < 1e-3, "\(once.error)")
            #expect(abs(try length() - 2.02) < 1e-4)
            #expect(try Program.run(["measure", space, "check", "--remove", id] + library).out.contains("no check distances"))
            #expect(abs(try length() - 2) < 1e-6)
            #expect(try Program.run(["measure", space, "check", "--remove", id] + library).code == 1)
            #expect(try Program.run(["library", "trash", "--restore", id] + library).code == 0)
            #expect(abs(try length() - 2.02) < 1e-4)
        }
    }
}
