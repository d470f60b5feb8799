import BenchmarkSupport
import Capture
import FloorPlans
import Foundation
import Geometry
import ModelFormats
import PlanFormats
import Reconstruction
import SyntheticScenes

/// How well plans of known rooms are found. Meshes and drawings stay in FOLDER, and a mesh that is there is not made again.
///
///     PlanBenchmark flats [COUNT]                        made-up flats as scanned surfaces with noise
///     PlanBenchmark fused FOLDER [VOXEL] [SEED …]        made-up flats, walked through with a depth sensor and fused
///     PlanBenchmark demo FOLDER [VOXEL] [SEED …]         the demo capture, fused
///     PlanBenchmark halves FOLDER [VOXEL] [SEED …]       the same walk as two captures that overlap, each in a frame of its own
///     PlanBenchmark floor [AREA] [TRIANGLES]             one large floor: seconds and peak memory
///     PlanBenchmark home FOLDER ROOMS                    RoomPlan's rooms: from the geometry alone beside the plan from their JSON
///     PlanBenchmark settings FOLDER CAPTURE              one capture at five voxel sizes and in halves of its frames
@main
enum PlanBenchmark {
    static func main() throws {
        let a = Array(CommandLine.arguments.dropFirst())
        let rest = Array(a.dropFirst(2))
        switch (a.first, a.count) {
        case ("flats", 1...2): try flats(a.count > 1 ? UInt64(a[1]) ?? 24 : 24)
        // The walk through a flat jumps from stand to stand, so that its path can't be refined: its drift stays in the surface.
        case ("fused", 2...):
            try fused(a[1], rest, seeds: [1, 2, 3, 4, 6, 7], poses: .none) {
                VariedFlat.plan(seed: $0)
            } captures: {
                [PlanCapture.capture(of: VariedFlat.plan(seed: $0), seed: $0)]
            }
        case ("demo", 2...):
            try fused(a[1], rest, seeds: [1, 2, 3], poses: .automatic) { _ in
                DemoCapture.plan
            } captures: {
                [DemoCapture(seed: $0).capture]
            }
        case ("halves", 2...):
            try fused(a[1], rest, seeds: [1, 2, 3], poses: .automatic, name: "halves") { _ in
                DemoCapture.plan
            } captures: {
                CapturePart.halves(of: DemoCapture(seed: $0).capture)
            }
        case ("floor", 1...3):
            try floor(a.count > 1 ? Double(a[1]) ?? 1000 : 1000, a.count > 2 ? Int(a[2]) ?? 10_000_000 : 10_000_000)
        case ("home", 3): try Home.compare(folder: a[1], rooms: a[2])
        case ("settings", 3): try Settings.compare(folder: a[1], capture: a[2])
        default: print("PlanBenchmark flats | fused | demo | halves | floor | home | settings: see PlanBenchmark/Main.swift")
        }
    }

    private static func flats(_ count: UInt64) throws {
        var sum = PlanComparison()
        for seed in 1...max(1, count) {
            var scan = PlanScan()
            scan.seed = seed
            let truth = VariedFlat.plan(seed: seed)
            sum.add(PlanComparison(found: try PlanExtraction.plan(of: scan.mesh(of: truth)).plan, truth: truth))
        }
        print(Row.head)
        print(Row.text("\(count) flats", sum))
    }

    private static func fused(
        _ folder: String, _ rest: [String], seeds usual: [UInt64], poses: PoseOptions.Method, name: String? = nil,
        truth: (UInt64) -> FloorPlan, captures: (UInt64) -> [Capture]
    ) throws {
        let voxel = rest.first.flatMap(Float.init) ?? 0.01
        let given = rest.dropFirst().compactMap { UInt64($0) }
        var sum = PlanComparison()
        print(Row.head)
        for seed in given.isEmpty ? usual : given {
            let truth = truth(seed)
            let name = "\(name ?? truth.id.rawValue)-\(seed)-\(voxel)"
            let file = URL(fileURLWithPath: folder).appendingPathComponent(name + ".ply")
            let mesh: TriangleMesh
            if FileManager.default.fileExists(atPath: file.path) {
                guard case .mesh(let stored) = try ModelFile.read(file).shape else { throw BenchmarkError("\(file.path): no mesh") }
                mesh = stored
            } else {
                let result = try Reconstructor.run(captures(seed), options: ReconstructionOptions(voxelSize: voxel, poses: poses))
                mesh = result.mesh
                for note in result.notes { print("  \(note)") }
                try ModelFile.write(Model(mesh), to: file)
            }
            let start = ContinuousClock.now
            let result = try PlanExtraction.plan(of: mesh)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            try PlanFile.write(result.plan, to: file.deletingPathExtension().appendingPathExtension("png"))
            let comparison = PlanComparison(found: result.plan, truth: truth)
            sum.add(comparison)
            print(Row.text("\(name), \(mesh.triangleCount / 1000)k, \(Row.number(seconds, 1)) s", comparison))
            let walls = result.plan.storeys.flatMap(\.walls)
            let unseen = walls.filter(\.isUnseen).reduce(0) { $0 + $1.length }
            print("  unseen \(Row.number(unseen, 1)) of \(Row.number(walls.reduce(0) { $0 + $1.length }, 1)) m of walls")
        }
        print(Row.text("all", sum))
    }

    private static func floor(_ area: Double, _ triangles: Int) throws {
        let truth = VariedFlat.office(area: area)
        var scan = PlanScan()
        // Two triangles a square: first as counted on a coarse mesh, then as fine as is asked for.
        scan.spacing = 0.1
        let coarse = scan.mesh(of: truth).triangleCount
        scan.spacing *= (Double(coarse) / Double(triangles)).squareRoot()
        let mesh = scan.mesh(of: truth)
        let meter = Meter()
        let result = try PlanExtraction.plan(of: mesh)
        let (wall, cpu, peak, base) = meter.read()
        print(
            "\(mesh.triangleCount) triangles, \(truth.storeys[0].rooms.count) rooms: \(Row.number(wall, 1)) s "
                + "(CPU \(Row.number(cpu, 1)) s), "
                + "peak \(peak / 1_000_000) MB, of which mesh and generator had \(base / 1_000_000) MB"
        )
        print(Row.head)
        print(Row.text("\(Int(truth.area)) m²", PlanComparison(found: result.plan, truth: truth)))
    }
}

/// A line of the measures.
enum Row {
    static let head = "what | corner precision, recall, F1 at 10 cm | walls rms | area | rooms | openings found, true | widths rms"

    static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    static func text(_ name: String, _ c: PlanComparison) -> String {
        "\(name) | \(number(c.cornerPrecision, 3)), \(number(c.cornerRecall, 3)), \(number(c.cornerF1, 3)) | "
            + "\(number(c.wallError * 100, 2)) cm | \(number(c.areaError * 100, 2)) % | \(c.foundRooms)/\(c.trueRooms) | "
            + "\(number(c.openingRecall * 100, 0)) % of \(c.trueOpenings), \(number(c.openingPrecision * 100, 0)) % | "
            + "\(number(PlanComparison.rms(c.openingWidthErrors) * 100, 1)) cm"
    }
}
