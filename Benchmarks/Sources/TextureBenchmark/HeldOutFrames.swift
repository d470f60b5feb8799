import BenchmarkSupport
import Capture
import Foundation
import Geometry
import Images
import Meshes
import Reconstruction
import Rendering

/// A recording whose every 12th frame gives neither depth nor colour, so that surfaces and colours can be judged by it.
struct HeldOutFrames {
    /// Every so many-th frame is held out.
    static let step = 12

    let path: RefinedPoses
    /// All frames, on the refined trajectory.
    let capture: Capture
    /// Indices of the held-out frames, ascending.
    let held: [Int]
    /// The same capture, in which the held-out frames have no pose and so are not used.
    let others: Capture

    /// - Parameters:
    ///   - method: how the recorded trajectory is refined; all frames take part in that.
    ///   - offset: the first held-out frame, 0..<12. Settings are chosen at 6, results are reported at 0.
    init(_ recording: Capture, poses method: PoseOptions.Method, offset: Int) throws {
        guard (0..<Self.step).contains(offset) else { throw BenchmarkError("offset \(offset): give 0 to \(Self.step - 1)") }
        path = try PoseRefinement.refine(recording, options: PoseOptions(method: method))
        capture = recording.replacingPoses(path.poses)
        held = Array(stride(from: offset, to: capture.frameCount, by: Self.step))
        let left = Set(held)
        others = capture.replacingPoses(path.poses.enumerated().map { left.contains($0.offset) ? nil : $0.element })
    }

    /// The surface that all colours of a comparison are on: fused at 1 cm, and simplified.
    func surfaces(triangles: Int) throws -> (fused: TriangleMesh, mesh: TriangleMesh) {
        let fused = try Reconstructor.run(others, options: ReconstructionOptions(voxelSize: 0.01, poses: .none)).mesh
        return (fused, try Simplification.simplify(fused, toTriangles: triangles).mesh)
    }
}

/// A held-out image beside what colours on a surface look like from where it was taken.
struct HeldOutView {
    let index: Int
    let real: ColorImage
    private let camera: RenderCamera
    private let depth: DepthImage

    /// Nil where the frame can't be read or has no image.
    init?(_ capture: Capture, _ index: Int) {
        guard let frame = try? capture.frame(at: index), let image = frame.color else { return nil }
        self.index = index
        real = image
        depth = frame.depth
        camera = RenderCamera(pose: frame.pose, projection: .pinhole(frame.colorIntrinsics), near: 0.03)
    }

    func render(_ mesh: TriangleMesh, texture: ColorImage? = nil) -> ColorImage {
        Renderer.render(
            mesh, texture: texture, camera: camera, width: real.width, height: real.height,
            style: RenderStyle(shading: .colors, background: SIMD3(255, 0, 255), supersampling: 1))
    }

    /// Which pixels show the mesh, and for which of them the held-out depth image measured the mesh, within 5 cm and 2 %: at the
    /// others something may stand before it that the mesh lacks.
    func masks(of mesh: TriangleMesh) -> (mesh: [Bool], confirmed: [Bool]) {
        let visible = Renderer.visibility(of: mesh, camera: camera, width: real.width, height: real.height)
        let seen = visible.triangles.map { $0 >= 0 }
        var confirmed = seen
        for y in 0..<real.height {
            for x in 0..<real.width where seen[y * real.width + x] {
                let expected = visible.depths[y * real.width + x]
                let measured = depth.pixels[y * depth.height / real.height * depth.width + x * depth.width / real.width]
                confirmed[y * real.width + x] = measured > 0 && abs(measured - expected) < 0.05 + 0.02 * expected
            }
        }
        return (seen, confirmed)
    }

    func write(_ image: ColorImage, _ name: String, to prefix: String) throws {
        try Data(PNG.encode(image)).write(to: URL(fileURLWithPath: "\(prefix)-\(index)-\(name).png"))
    }
}
