import Geometry
import Testing

@Suite struct TriangleMeshTests {
    static let square = TriangleMesh(
        positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0)], indices: [0, 1, 2, 0, 2, 3])

    @Test func `normals point to where triangles turn counter-clockwise`() {
        var mesh = Self.square
        mesh.computeNormals()
        #expect(mesh.normals == Array(repeating: Vector3(0, 0, 1), count: 4))
        #expect(mesh.area == 1)
    }

    @Test func `what breaks the promises of a mesh is named`() {
        #expect(Self.square.flaw == nil)
        var mesh = Self.square
        mesh.indices[2] = 4
        #expect(mesh.flaw == "an index is out of range")
        mesh = Self.square
        mesh.colors = [Vector3(1, 0, 0)]
        #expect(mesh.flaw == "colors do not match positions")
        mesh = Self.square
        mesh.positions[1].x = .nan
        #expect(mesh.flaw == "a position is not finite")
    }

    @Test func `appending keeps what both have and shifts the indices`() {
        var mesh = Self.square
        mesh.computeNormals()
        var other = mesh
        other.colors = Array(repeating: Vector3(1, 0, 0), count: 4)
        mesh.append(other)
        #expect(mesh.flaw == nil && mesh.triangleCount == 4 && mesh.normals.count == 8 && mesh.colors.isEmpty)
        #expect(mesh.indices.last == 7)
    }

    @Test func `bounds ignore what is not a number and know when they are empty`() {
        let box = Bounds([Vector3(1, 2, 3), Vector3(.nan, -5, 0), Vector3(-1, 0, 4)])
        #expect(box.min.x == -1 && box.max == Vector3(1, 2, 4))
        #expect(Bounds.empty.isEmpty && Bounds.empty.size == .zero)
        #expect(box.distanceSquared(to: Vector3(3, 2, 4)) == 4 && box.contains(Vector3(0, 1, 4)))
    }
}
