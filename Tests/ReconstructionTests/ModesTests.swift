import TestSupport
import Meshes
import Geometry
import Images
import Reconstruction
import Testing
import Support

@Suite struct ModesTests {
    @Test func `each mode's options can be seen by name and changed one by one`() throws {
        for mode in ReconstructionMode.allCases {
            #expect(mode.options.mode == mode && mode.options.settings.first?.value == mode.rawValue)
        }
        #expect(ReconstructionMode.object.options.voxelSize < ReconstructionMode.interior.options.voxelSize)
        #expect(ReconstructionMode.exterior.options.voxelSize > ReconstructionMode.interior.options.voxelSize)
        #expect(ReconstructionMode.exterior.options.keepsHeading && ReconstructionMode.object.options.cutsObject)
        var options = ReconstructionMode.interior.options
        for setting in options.settings { try options.set(setting.name, to: setting.value) }
        #expect(options == ReconstructionMode.interior.options)
        try options.set("voxelSize", to: "0.015")
        try options.set("smooths", to: "false")
        try options.set("simplifyTo", to: "100000")
        #expect(options.voxelSize == 0.015 && !options.smooths && options.simplifyTo == 100_000)
        try options.set("mode", to: "object")
        #expect(options == ReconstructionMode.object.options)
    }

    @Test func `unknown options and values of another kind are refused by name`() {
        var options = ReconstructionOptions()
        for (name, value) in [
            ("voxel", "1"), ("voxelSize", "big"), ("voxelSize", "nan"), ("smooths", "yes"), ("stride", "1.5"), ("mode", "x"),
        ] {
            let error = #expect(throws: ReconstructionError.self) { try options.set(name, to: value) }
            #expect(error?.description.contains(name) == true)
        }
        #expect(options == ReconstructionOptions())
    }

    /// A table with a mug and a box beside it in a room, seen from a ring of cameras around the mug.
    static let mug: TriangleMesh = {
        var mesh = TriangleMesh.cylinder(.zero, radius: 0.05, height: 0.11)
        mesh.append(.box(Vector3(0.049, 0.03, -0.008), Vector3(0.085, 0.09, 0.008)))
        return mesh
    }()

    static let poses = (0..<24).map { i -> RigidTransform in
        let (s, c) = Trigonometry.sincos(Float(i) * 2.4)
        return .lookingAt(Vector3(0, 0.06, 0), from: Vector3(0.55 * c, 0.15 + 0.4 * Float(i) / 24, 0.55 * s))
    }

    static func scan() throws -> TriangleMesh {
        var scene = TriangleMesh.box(Vector3(-2, -0.75, -2), Vector3(2, 1.8, 2), inwards: true)
        scene.append(.box(Vector3(-0.6, -0.04, -0.4), Vector3(0.6, 0, 0.4)))
        scene.append(mug)
        scene.append(.box(Vector3(0.3, 0, -0.1), Vector3(0.45, 0.08, 0.1)))
        let made = MadeScene(scene, poses: poses, noise: 0.002)
        let volume = TSDFVolume(voxelSize: 0.01, truncation: 0.04)
        for i in poses.indices { try volume.integrate([FusionFrame(made.frame(at: i), maximumDepth: 1.5)]) }
        return try SurfaceExtraction(volume, minimumWeight: 0.3).mesh(progress: .silent)
    }

    @Test func `the thing on the table is cut out, alone, closed, and stands where the table was`() throws {
        let cut = try ObjectCut.cut(try Self.scan(), cameras: Self.poses, voxelSize: 0.01)
        #expect(MeshChecks.isWatertight(cut.mesh))
        #expect((cut.center - Vector3(0, 0.06, 0)).length < 0.01)
        let support = try #require(cut.support)
        #expect(support.normal.y > 0.999 && support.offset.magnitude < 0.004 && cut.notes.isEmpty)
        let box = cut.mesh.bounds
        #expect((box.min - Vector3(-0.05, 0, -0.05)).length < 0.012 && (box.max - Vector3(0.085, 0.11, 0.05)).length < 0.015)
        let distance = SurfaceDistance(of: cut.mesh, from: Self.mug, threshold: 0.01, spacing: 0.005)
        #expect(distance.meanAccuracy < 0.003 && distance.fScore > 0.95, "\(distance)")
        #expect(!cut.filled.patches.isEmpty)
    }

    /// A frame like the back of a chair, upright on the table, seen from all around through its opening.
    @Test func `an opening that was seen through stays open`() throws {
        var frame = TriangleMesh.box(Vector3(-0.12, 0, -0.015), Vector3(-0.09, 0.2, 0.015))
        frame.append(.box(Vector3(0.09, 0, -0.015), Vector3(0.12, 0.2, 0.015)))
        frame.append(.box(Vector3(-0.09, 0.17, -0.015), Vector3(0.09, 0.2, 0.015)))
        frame.append(.box(Vector3(-0.09, 0, -0.015), Vector3(0.09, 0.03, 0.015)))
        var scene = TriangleMesh.box(Vector3(-2, -0.75, -2), Vector3(2, 1.8, 2), inwards: true)
        scene.append(.box(Vector3(-0.6, -0.04, -0.4), Vector3(0.6, 0, 0.4)))
        scene.append(frame)
        let made = MadeScene(scene, poses: Self.poses, noise: 0.002)
        var free = ObservedFreeSpace(voxelSize: 0.01)
        for i in Self.poses.indices { free.add(made.frame(at: i)) }
        #expect(free.isFree(Vector3(0, 0.1, 0)) && free.isFree(Vector3(0.03, 0.12, 0.01)))
        for solid in [Vector3(0.105, 0.1, 0), Vector3(0, 0.185, 0), Vector3(0, 0.015, 0), Vector3(0.3, -0.02, 0)] {
            #expect(!free.isFree(solid), "\(solid)")
        }
        // The mesh with its opening closed by a sheet is what hole filling may make of it.
        var options = ReconstructionMode.object.options
        options.voxelSize = 0.01
        options.maximumDepth = 1.5
        let result = try Reconstructor.run(made.capture, options: options)
        let surface = BVH(result.mesh)
        for x: Float in [-0.03, 0, 0.03] {
            for y: Float in [0.08, 0.1, 0.12] {
                let ray = Ray(origin: Vector3(x, y, 0.5), direction: Vector3(0, 0, -1))
                #expect(surface.intersect(ray) == nil, "at \(x), \(y)")
            }
        }
        #expect(surface.intersect(Ray(origin: Vector3(0.105, 0.1, 0.5), direction: Vector3(0, 0, -1))) != nil)
    }

    @Test func `where nothing can be cut out, it is said why`() throws {
        let scan = try Self.scan()
        func reason(_ mesh: TriangleMesh, _ cameras: [RigidTransform]) -> String {
            do {
                _ = try ObjectCut.cut(mesh, cameras: cameras, voxelSize: 0.01)
                return ""
            } catch {
                return error.description
            }
        }
        #expect(reason(scan, []).contains("do not point at a common object"))
        #expect(reason(scan, [.identity, .identity]).contains("do not point at a common object"))
        #expect(reason(TriangleMesh(), Self.poses).contains("no surface was found where the cameras point"))
        #expect(reason(TriangleMesh.sheet(1, count: 20), Self.poses).contains("no object stands"))
        #expect(reason(scan, [RigidTransform(translation: Vector3(.nan, 0, 0))]).contains("do not point at a common object"))
    }
}
