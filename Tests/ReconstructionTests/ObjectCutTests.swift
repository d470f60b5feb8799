import Capture
import Geometry
import Images
import Meshes
import Reconstruction
import Support
import TestSupport
import Testing

/// Objects that don't stand on a level surface, and scans whose unit isn't the metre.
@Suite struct ObjectCutTests {
    /// Cameras on a half ring in front of the plane z = 0.
    private static let frontal = (0..<18).map { i -> RigidTransform in
        let (s, c) = Trigonometry.sincos((Float(i) / 17 - 0.5) * 2.2)
        return .lookingAt(Vector3(0, 0, 0.04), from: Vector3(0.55 * s, i % 2 == 0 ? 0.25 : -0.2, 0.55 * c))
    }

    /// A box that hangs on a wall.
    private static func relief(poses: [RigidTransform] = frontal, scale: Float = 1) -> MadeScene {
        var scene = TriangleMesh.box(Vector3(-1.5, -1.5, -1) * scale, Vector3(1.5, 1.5, 0) * scale)
        scene.append(.box(Vector3(-0.08, -0.1, 0) * scale, Vector3(0.08, 0.1, 0.09) * scale))
        return MadeScene(scene, poses: poses.map { RigidTransform(rotation: $0.rotation, translation: $0.translation * scale) })
    }

    private static func options(voxelSize: Float) -> ReconstructionOptions {
        var options = ReconstructionMode.object.options
        options.voxelSize = voxelSize
        options.refinesPoses = false
        options.levels = false
        options.keepsOpenings = false
        return options
    }

    private static func surface(_ scene: MadeScene) throws -> TriangleMesh {
        let volume = TSDFVolume(voxelSize: 0.012, truncation: 0.048)
        for i in scene.poses.indices { try volume.integrate([FusionFrame(scene.frame(at: i), maximumDepth: 1.5)]) }
        return try SurfaceExtraction(volume, minimumWeight: 0.1).mesh(progress: .silent)
    }

    @Test func `an object on a wall is cut off the wall`() throws {
        let cut = try ObjectCut.cut(try Self.surface(Self.relief()), cameras: Self.frontal, voxelSize: 0.012)
        let support = try #require(cut.support)
        #expect(support.normal.z > 0.999 && support.offset.magnitude < 0.006)
        #expect(MeshChecks.isWatertight(cut.mesh))
        let box = cut.mesh.bounds
        #expect((box.min - Vector3(-0.08, -0.1, 0)).length < 0.02 && (box.max - Vector3(0.08, 0.1, 0.09)).length < 0.02)
    }

    @Test func `lengths of an unknown scale are relative to the cameras' distance`() throws {
        let scale: Float = 7
        var options = Self.options(voxelSize: 0.02)
        options.scaleIsKnown = false
        let scene = Self.relief(scale: scale)
        let result = try Reconstructor.run(scene.capture, options: options)
        #expect(MeshChecks.isWatertight(result.mesh))
        let size = result.mesh.bounds.size / scale
        #expect((size - Vector3(0.16, 0.2, 0.09)).length < 0.03, "\(size)")
        #expect(
            result.path.poses[3] == scene.poses[3] || (result.path.poses[3]!.translation - scene.poses[3].translation).length < 1e-4
        )
        #expect(!result.notes.contains { $0.contains("m²") })
    }

    /// A statue on a column that leaves the images; nothing level is seen.
    @Test func `without a supporting surface the object ends where the images end`() throws {
        var scene = TriangleMesh.box(Vector3(-3, -3, -3), Vector3(3, 3, 3), inwards: true)
        scene.append(.cylinder(Vector3(0, -2, 0), radius: 0.06, height: 2))
        scene.append(.box(Vector3(-0.1, 0, -0.1), Vector3(0.1, 0.16, 0.1)))
        let poses = (0..<20).map { i -> RigidTransform in
            let (s, c) = Trigonometry.sincos(Float(i) * 0.7)
            return .lookingAt(Vector3(0, 0.05, 0), from: Vector3(0.6 * c, 0.3 - 0.4 * Float(i % 3), 0.6 * s))
        }
        let cut = try ObjectCut.cut(try Self.surface(MadeScene(scene, poses: poses)), cameras: poses, voxelSize: 0.012)
        #expect(cut.support == nil && cut.notes.first?.contains("No supporting surface was found") == true)
        #expect(MeshChecks.isWatertight(cut.mesh))
        let box = cut.mesh.bounds
        // Corners are rounded by two voxels at most.
        let rest = box.max - Vector3(0.1, 0.16, 0.1)
        #expect([rest.x, rest.y, rest.z, box.min.x + 0.1].allSatisfy { $0.magnitude < 0.024 }, "\(box)")
        #expect(box.min.y > -0.5 && box.min.y < -0.1, "\(box)")
    }

    @Test func `the focus is where viewing axes meet, in any unit`() throws {
        for scale: Float in [0.01, 1, 300] {
            let cameras = Self.frontal.map { RigidTransform(rotation: $0.rotation, translation: $0.translation * scale) }
            let focus = try #require(ViewFocus(cameras))
            #expect((focus.center / scale - Vector3(0, 0, 0.04)).length < 1e-3)
            #expect((focus.distance / scale - 0.58).magnitude < 0.05)
        }
        #expect(ViewFocus([]) == nil && ViewFocus([.identity, .identity]) == nil)
        #expect(ViewFocus([RigidTransform(translation: Vector3(.nan, 0, 0))]) == nil)
    }
}
