import Geometry
import Measurement
import Testing

@Suite struct VolumeTests {
    let low = Point(1, 0, -2)
    let high = Point(2, 0.5, 0)

    @Test func `A closed mesh has a volume, an open one says how many edges are open`() throws {
        var box = Scenes.box(from: low, to: high, cells: 5)
        let index = try SurfaceIndex(box)
        #expect(abs(try index.volume().value - 1) < 1e-6)
        #expect(try index.volume().uncertainty.reason == Measurer.imported)
        box.indices.removeLast(3)
        do {
            let value = try SurfaceIndex(box).volume()
            Issue.record("measured \(value.value)")
        } catch {
            #expect(error.reason.contains("not closed (3 open edges)"))
        }
    }

    @Test func `A thing that stands free is a part with a volume and a box`() throws {
        var mesh = Scenes.box(from: Point(-5, 0, -5), to: Point(5, 3, 5), cells: 20, isRoom: true)
        // Turned by 30° about the vertical.
        var thing = Scenes.box(from: Point(-0.5, 0, -0.25), to: Point(0.5, 0.8, 0.25), cells: 6)
        let turn = Quaternion(angle: .pi / 6, axis: Vector3(0, 1, 0))
        thing.positions = thing.positions.map { turn.rotate($0) + Vector3(2, 0.1, 1) }
        mesh.append(thing)
        let noise = Scenes.noise(from: Point(-5, 0, -5), to: Point(5, 3, 5))
        let index = try SurfaceIndex(mesh, noise: noise)
        let part = try index.part(at: Point(2, 0.9, 1))
        #expect(part.count == thing.triangleCount)
        let volume = try index.volume(of: part)
        #expect(abs(volume.value - 0.4) < 1e-5)
        #expect(try #require(volume.uncertainty.standard) > 0)
        let box = try index.box(of: part)
        let sizes = [box.size.x, box.size.z].sorted()
        #expect(abs(sizes[0] - 0.5) < 1e-5 && abs(sizes[1] - 1) < 1e-5 && abs(box.size.y - 0.8) < 1e-5)
        #expect((box.center - Point(2, 0.5, 1)).length < 1e-5)
        let measurer = Measurer(index)
        #expect(abs(measurer.volume(of: box).value - 0.4) < 1e-5)
        let extents = measurer.sizes(of: box)
        #expect(extents.map(\.value).sorted().elementsEqual([0.5, 0.8, 1]) { abs($0 - $1) < 1e-5 })
        for extent in extents {
            #expect(abs((extent.points[1].position - extent.points[0].position).length - extent.value) < 1e-9)
            #expect(extent.uncertainty.standard != nil)
        }
    }
}
