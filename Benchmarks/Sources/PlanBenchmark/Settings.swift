import Capture
import FloorPlans
import Foundation
import Geometry
import PlanFormats
import Reconstruction

/// Plans of one capture under settings that are equally defensible: voxel sizes, and halves of the frames.
enum Settings {
    /// Every second frame of a capture.
    private struct Half: FrameSource {
        let whole: Capture
        let first: Int

        var frameCount: Int { (whole.frameCount - first + 1) / 2 }
        var notes: [String] { [] }
        func pose(at index: Int) -> RigidTransform? { whole.pose(at: 2 * index + first) }
        func frame(at index: Int) throws(CaptureError) -> Frame { try whole.frame(at: 2 * index + first) }
    }

    /// Prints a row for each setting; the drawings stay in `folder`.
    static func compare(folder: String, capture path: String) throws {
        let whole = try Capture.open(URL(fileURLWithPath: path))
        let halves = [0, 1].map { Capture(name: "half", kind: whole.kind, source: Half(whole: whole, first: $0)) }
        print("frames | voxel | area | range | walls observed | rooms")
        for (name, capture) in [("all", whole), ("even", halves[0]), ("odd", halves[1])] {
            for voxel: Float in [0.01, 0.015, 0.02, 0.025, 0.03] {
                let mesh = try Reconstructor.run(capture, options: ReconstructionOptions(voxelSize: voxel)).mesh
                do {
                    let plan = try PlanExtraction.plan(of: mesh).plan
                    let drawing = "\(name)-\(Row.number(Double(voxel), 3)).png"
                    try PlanFile.write(plan, to: URL(fileURLWithPath: folder).appendingPathComponent(drawing))
                    let walls = plan.storeys.flatMap(\.walls)
                    let seen = walls.reduce(0) { $0 + ($1.isUnseen ? 0 : $1.length) }
                    let all = walls.reduce(0) { $0 + $1.length }
                    print(
                        "\(name) | \(Row.number(Double(voxel) * 100, 1)) cm | \(Row.number(plan.area, 1)) m² | "
                            + "\(plan.areaText(.metric)) | \(Row.number(seen, 1)) of \(Row.number(all, 1)) m | "
                            + "\(plan.storeys.reduce(0) { $0 + $1.rooms.count })")
                } catch let error as FloorPlanError {
                    print("\(name) | \(Row.number(Double(voxel) * 100, 1)) cm | \(error)")
                }
            }
        }
    }
}
