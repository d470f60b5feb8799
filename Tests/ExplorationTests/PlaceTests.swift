import Exploration
import Geometry
import Testing

@Suite struct PlaceTests {
    @Test func `what is no mesh is refused`() {
        #expect(throws: ExplorationError.emptyMesh) { _ = try Place(TriangleMesh()) }
        #expect(throws: ExplorationError.badMesh) {
            _ = try Place(TriangleMesh(positions: [Vector3(0, 0, 0)], indices: [0, 0, 1]))
        }
    }
}
