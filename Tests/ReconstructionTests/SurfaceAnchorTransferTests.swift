import SyntheticScenes
import Capture
import Geometry
import Reconstruction
import Testing

/// The demo flat, scanned again after somebody tidied up: every thing stands a little elsewhere, the armchair on the other side of
/// the room, and the pouf is gone.
@Suite struct SurfaceAnchorTransferTests {
    /// Where the armchair and the pouf stand, with nothing else in these boxes but the floor.
    private static let armchair = Bounds(min: Vector3(3.05, 0.03, 1.65), max: Vector3(4.2, 1.3, 2.8))
    private static let pouf = Bounds(min: Vector3(8.1, 0.03, 0.9), max: Vector3(8.75, 0.8, 1.6))
    /// How the armchair was moved: about its place, then across the room.
    private static let move: RigidTransform = {
        let turn = Quaternion(angle: 1.1, axis: Vector3(0, 1, 0))
        let place = Vector3(3.62, 0, 2.22)
        return RigidTransform(rotation: turn, translation: place - turn.rotate(place) + Vector3(-0.35, 0, 1.35))
    }()
    /// The new scan's own frame.
    private static let frame = RigidTransform(
        rotation: Quaternion(angle: 0.7, axis: Vector3(0, 1, 0)), translation: Vector3(2.5, 0.4, -3))

    private static let old = DemoCapture(seed: 1, frameCount: 1).groundTruth

    private static let new: TriangleMesh = {
        let flat = DemoCapture(seed: 2, frameCount: 1).groundTruth
        var mesh = flat
        mesh.indices = []
        var moved = Set<UInt32>()
        for i in 0..<flat.triangleCount {
            let corners = [flat.corners(i).0, flat.corners(i).1, flat.corners(i).2]
            if corners.allSatisfy({ pouf.contains($0) }) { continue }
            if corners.allSatisfy({ armchair.contains($0) }) { moved.formUnion(flat.indices[3 * i..<3 * i + 3]) }
            mesh.indices += flat.indices[3 * i..<3 * i + 3]
        }
        for i in moved {
            mesh.positions[Int(i)] = move.apply(mesh.positions[Int(i)])
            mesh.normals[Int(i)] = move.rotation.rotate(mesh.normals[Int(i)])
        }
        for i in mesh.positions.indices {
            mesh.positions[i] = frame.apply(mesh.positions[i])
            mesh.normals[i] = frame.rotation.rotate(mesh.normals[i])
        }
        return mesh
    }()

    private static let transfer = Result { try SurfaceAnchorTransfer(from: old, to: new) }

    /// A pin where a ray first meets the old flat.
    private static func pin(_ origin: Vector3, _ direction: Vector3) throws -> SurfaceAnchor {
        let hit = try #require(BVH(old).intersect(Ray(origin: origin, direction: direction)))
        let (a, b, c) = old.corners(hit.triangle)
        return SurfaceAnchor(point: origin + direction * hit.t, normal: cross(b - a, c - a).normalized)
    }

    @Test func `pins on what stayed are held on the new surface`() throws {
        let transfer = try Self.transfer.get()
        #expect(transfer.alignment.isTrustworthy, "\(transfer.alignment.reason ?? "")")
        let down = Vector3(0, -1, 0)
        let pins = try [
            Self.pin(Vector3(1.6, 1.5, 0.75), down),  // the sofa's seat
            Self.pin(Vector3(0.9, 1, 2.9), down),  // the floor
            Self.pin(Vector3(4.32, 1.62, 1.5), Vector3(0, 0, -1)),  // the picture on the wall
            Self.pin(Vector3(7.2, 1.5, 1.2), down),  // the bed
            Self.pin(Vector3(1.62, 1.0, 3.74), down),  // the dining table
        ]
        let surface = BVH(Self.new)
        for (pin, transferred) in zip(pins, try transfer.transfer(pins)) {
            #expect(transferred.state == .held, "\(pin)")
            let expected = Self.frame.apply(pin.point)
            #expect((transferred.anchor.point - expected).length < 0.07, "\(pin.point): \(transferred.anchor.point - expected)")
            #expect(surface.nearest(to: transferred.anchor.point).map { $0.distance < 1e-3 } == true)
            #expect(dot(transferred.anchor.normal, Self.frame.rotation.rotate(pin.normal)) > 0.5)
        }
    }

    @Test func `a pin on a chair goes where the chair went`() throws {
        let pins = try [
            Self.pin(Vector3(3.62, 1.5, 2.22), Vector3(0, -1, 0)),  // its seat
            Self.pin(Vector3(3.62, 0.62, 1.2), Vector3(0, 0, 1)),  // an arm or its side
        ]
        for (pin, transferred) in zip(pins, try Self.transfer.get().transfer(pins)) {
            #expect(transferred.state == .moved, "\(pin)")
            let expected = Self.frame.apply(Self.move.apply(pin.point))
            #expect(
                (transferred.anchor.point - expected).length < 0.12,
                "\(pin.point): \((transferred.anchor.point - expected).length) m off")
            let distance = (Self.move.apply(pin.point) - pin.point).length
            #expect(transferred.distance.map { abs($0 - distance) < 0.12 } == true)
        }
    }

    @Test func `a pin on what is gone is lost, and stays where it was`() throws {
        let pin = try Self.pin(Vector3(8.42, 1.5, 1.25), Vector3(0, -1, 0))
        #expect(pin.point.y > 0.2)
        let transferred = try #require(try Self.transfer.get().transfer([pin]).first)
        #expect(transferred.state == .lost && transferred.distance == nil)
        #expect((transferred.anchor.point - Self.frame.apply(pin.point)).length < 0.02)
    }

    @Test func `pins are not transferred to another place, and no pins are none`() throws {
        // A plain box of another size.
        var box = TriangleMesh()
        for x: Float in [0, 3] {
            for y: Float in [0, 2.2] { box.positions += [Vector3(x, y, 0), Vector3(x, y, 2)] }
        }
        let faces: [UInt32] = [
            0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5, 2, 3, 6, 3, 7, 6, 0, 2, 4, 2, 6, 4, 1, 5, 3, 3, 5, 7,
        ]
        box.indices = faces
        box.computeNormals()
        let transfer = try SurfaceAnchorTransfer(from: Self.old, to: box)
        #expect(!transfer.alignment.isTrustworthy && transfer.alignment.reason != nil)
        let pin = SurfaceAnchor(point: Vector3(1, 0, 1), normal: Vector3(0, 1, 0))
        #expect(throws: ReconstructionError.self) { _ = try transfer.transfer([pin]) }
        #expect(try Self.transfer.get().transfer([]).isEmpty)
        #expect(throws: ReconstructionError.self) { _ = try SurfaceAnchorTransfer(from: TriangleMesh(), to: box) }
    }
}
