import Foundation
import Geometry
import Images
import Photogrammetry
import Support
import Testing

struct ScaleTests {
    @Test func `known lengths are read as they are written on the command line`() throws {
        let points = try ScaleLength.named(["A=IMG_1.jpg:812,344", "A=IMG_7.jpg:400,310.5", "B=IMG_1.jpg:1400,350"])
        let length = try ScaleLength("A,B=1.20", points: points)
        #expect(length.metres == 1.2)
        #expect(
            length.start == [
                PhotoPoint(photo: "IMG_1.jpg", pixel: SIMD2(812, 344)), PhotoPoint(photo: "IMG_7.jpg", pixel: SIMD2(400, 310.5)),
            ])
        #expect(length.end.count == 1)
        let inline = try ScaleLength("my photo, 1.jpg:812,344,IMG_2.jpg:1400,350=120 cm")
        #expect(abs(inline.metres - 1.2) < 1e-9)
        #expect(inline.start == [PhotoPoint(photo: "my photo, 1.jpg", pixel: SIMD2(812, 344))])
        #expect(inline.end == [PhotoPoint(photo: "IMG_2.jpg", pixel: SIMD2(1400, 350))])
    }

    @Test(arguments: [
        "", "A,B", "A,B=", "A,B=-1", "A,B=nan", "A,C=1", "A,A=1", "A=1", "x.jpg:1,2=3", "x.jpg:1,2,y.jpg:3=4", "A,B,C=1",
    ])
    func `lengths that are none are refused in one line`(text: String) throws {
        let points = try ScaleLength.named(["A=a.jpg:1,2", "B=b.jpg:3,4"])
        let error = #expect(throws: PhotogrammetryError.self) { try ScaleLength(text, points: points) }
        #expect(error?.remedy.isEmpty == false)
        #expect(throws: PhotogrammetryError.self) { try ScaleLength.named(["A"]) }
        #expect(throws: PhotogrammetryError.self) { try PhotoPoint("a.jpg:1,-2") }
    }

    private let k = CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5)

    private func view(_ name: String, from eye: Vector3, points: [Int]? = nil) -> ScaleView {
        ScaleView(name: name, pose: .lookingAt(Vector3(0, 0, 0), from: eye), camera: k, points: points)
    }

    private func mark(_ view: ScaleView, _ p: Vector3) throws -> PhotoPoint {
        let pixel = try #require(view.project(p))
        return PhotoPoint(photo: view.name, pixel: SIMD2(Double(pixel.x), Double(pixel.y)))
    }

    @Test func `a length between points that two photos show gives the scale`() throws {
        let views = [view("sub/a.jpg", from: Vector3(1, 1, 3)), view("b.jpg", from: Vector3(-1, 1, 3))]
        let p = Vector3(-0.5, 0.1, 0)
        let q = Vector3(0.5, 0, 0.2)
        var first = try mark(views[0], p)
        first = PhotoPoint(photo: "a.jpg", pixel: first.pixel)
        let length = ScaleLength(
            start: [first, try mark(views[1], p)], end: [try mark(views[0], q), try mark(views[1], q)],
            metres: 2 * Double((p - q).length))
        let scale = LengthScale(views: views, points: [])
        #expect(abs(try scale.scale([length]).scale - 2) < 1e-3)
        #expect(throws: PhotogrammetryError.self) { try scale.scale([]) }
        // Points that are not the same, an unknown photo, a pixel outside.
        let another = try mark(views[1], q + Vector3(0, 0.5, 0))
        let wrong = ScaleLength(start: [try mark(views[0], p), another], end: length.end, metres: 1)
        #expect(throws: PhotogrammetryError.self) { try scale.scale([wrong]) }
        let unknown = ScaleLength(start: [PhotoPoint(photo: "c.jpg", pixel: .zero)], end: length.end, metres: 1)
        #expect(throws: PhotogrammetryError.self) { try scale.scale([unknown]) }
        let outside = ScaleLength(start: [PhotoPoint(photo: "b.jpg", pixel: SIMD2(641, 2))], end: length.end, metres: 1)
        #expect(throws: PhotogrammetryError.self) { try scale.scale([outside]) }
        let other = ScaleLength(start: length.start, end: length.end, metres: length.metres * 1.5)
        #expect(throws: PhotogrammetryError.self) { try scale.scale([length, other]) }
    }

    @Test func `a point in one photo is located on the surface of the points around it`() throws {
        var random = SplitMix64(seed: 5)
        // A table top and a wall behind it.
        var points = (0..<400).map { _ in Vector3(random.unit() * 2 - 1, 0, random.unit() * 2 - 1) }
        points += (0..<400).map { _ in Vector3(random.unit() * 6 - 3, random.unit() * 3 - 1, -3) }
        let view = view("a.jpg", from: Vector3(0.4, 1.5, 2), points: Array(points.indices))
        let p = Vector3(-0.4, 0, 0.1)
        let q = Vector3(0.4, 0, 0.3)
        let length = ScaleLength(start: [try mark(view, p)], end: [try mark(view, q)], metres: Double((p - q).length) * 3)
        #expect(abs(try LengthScale(views: [view], points: points).scale([length]).scale - 3) < 0.05)
        #expect(throws: PhotogrammetryError.self) { try LengthScale(views: [view], points: [p]).scale([length]) }
    }

    @Test func `a similarity is found, and refused for points in one line`() throws {
        let truth = Similarity(scale: 2.5, rotation: Quaternion(angle: 1, axis: Vector3(1, 2, 3)), translation: Vector3(4, 5, 6))
        let from = [SIMD3<Double>(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 2, 0), SIMD3(1, 1, 1)]
        let to = from.map { SIMD3<Double>(truth.apply(Vector3($0))) }
        let found = try #require(Similarity.fit(from, to))
        #expect(abs(found.scale - 2.5) < 1e-4)
        for (p, q) in zip(from, to) { #expect((found.apply(Vector3(p)) - Vector3(q)).length < 1e-3) }
        #expect(Similarity.fit([SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(2, 2, 2)], Array(to.prefix(3))) == nil)
        #expect(Similarity.fit([], []) == nil)
        let composed = truth * Similarity(translation: Vector3(1, 0, 0))
        #expect((composed.apply(Vector3(0, 0, 0)) - truth.apply(Vector3(1, 0, 0))).length < 1e-5)
    }

    @Test func `GPS positions give scale, orientation and place, despite wrong ones`() throws {
        let origin = ImageMetadata.Location(latitude: 48.137, longitude: 11.575, altitude: 520)
        // A degree of latitude is 111.2 km here.
        let north = GPSScale.eastUpSouth(.init(latitude: 48.138, longitude: 11.575, altitude: 523), from: origin)
        #expect(abs(north.z + 111.2) < 0.1)
        #expect(abs(north.y - 3) < 0.01)
        #expect(abs(GPSScale.eastUpSouth(.init(latitude: 48.137, longitude: 11.576), from: origin).x - 74.4) < 0.2)
        var random = SplitMix64(seed: 2)
        let turn = Quaternion(angle: 0.7, axis: Vector3(0.3, 1, 0.2))
        func fixes(spread: Float, noise: Float, outliers: Int) -> [GPSScale.Fix] {
            (0..<30).map { i in
                let p = Vector3(
                    (random.unit() - 0.5) * spread, (random.unit() - 0.5) * 0.1 * spread, (random.unit() - 0.5) * spread)
                var q = p + noise * Vector3(random.normal(), random.normal(), random.normal())
                if i < outliers { q += Vector3(200, 0, 0) }
                return GPSScale.Fix(
                    center: 0.1 * turn.inverse.rotate(p),
                    location: .init(
                        latitude: 48.137 - Double(q.z) / 111_200, longitude: 11.575 + Double(q.x) / 74_400,
                        altitude: 520 + Double(q.y)))
            }
        }
        let found = try GPSScale.fit(fixes(spread: 80, noise: 0.5, outliers: 5), place: "photos")
        #expect(abs(found.similarity.scale / 10 - 1) < 0.02)
        #expect(found.relativeError < 0.05)
        #expect(found.hasOrientation)
        #expect(found.similarity.rotation.rotate(turn.inverse.rotate(Vector3(0, 1, 0))).y > 0.995)
        #expect(throws: PhotogrammetryError.self) { try GPSScale.fit(fixes(spread: 2, noise: 2, outliers: 0), place: "photos") }
        #expect(throws: PhotogrammetryError.self) { try GPSScale.fit([], place: "photos") }
    }

    @Test func `pixels are undistorted by the camera's own model`() throws {
        let json = #"{"model": "SIMPLE_RADIAL", "width": 640, "height": 480, "parameters": [500, 320, 240, -0.1]}"#
        let camera = try JSONDecoder().decode(ColmapSummary.Camera.self, from: Data(json.utf8))
        let p = camera.undistorted(SIMD2(600, 400))
        let x = (p.x - 319.5) / 500
        let y = (p.y - 239.5) / 500
        let s = 1 - 0.1 * (x * x + y * y)
        #expect(abs(x * s * 500 + 319.5 - 600) < 1e-6)
        #expect(abs(y * s * 500 + 239.5 - 400) < 1e-6)
    }

    @Test func `scale is named for people`() {
        #expect(PhotoScale.unknown(reason: "x").name == "unknown")
        #expect(PhotoScale.known(.gps, relativeError: 0.02).text == "scale by GPS positions, to 2 %")
        #expect(!PhotoScale.unknown(reason: "x").isKnown)
    }
}
