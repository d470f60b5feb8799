import Geometry
import Measurement
import Reconstruction
import Testing
import Support

/// The stated uncertainty against the scatter of values whose points were moved at random, by the very errors that the model says.
@Suite struct PropagationTests {
    static let stations = 12
    let low = Point(-1, 0, -1)
    let high = Point(9, 3, 6)

    /// Places are seen from the station that their x says, so that the drift grows with x.
    func model() -> NoiseModel {
        var noise = Scenes.noise(from: low, to: high, stations: Self.stations) { min(max(Int($0.x) / 5 + 1, 0), Self.stations - 1) }
        // A random walk, which is easily drawn; no turns.
        noise.drift = .init(translation: 0.004, rotation: 0, exponent: 1)
        return noise
    }

    /// Draws the points' errors: of each its own by its covariance, and the walk's.
    func scatter(_ points: [MeasuredPoint], noise: NoiseModel, value: ([MeasuredPoint]) throws -> Double) rethrows -> Double {
        var random = SplitMix64(seed: 11)
        func normal() -> Double { Double(random.normal()) }
        var values: [Double] = []
        for _ in 0..<4000 {
            var walk = [Point.zero]
            for _ in 1..<Self.stations {
                walk.append(walk[walk.count - 1] + Point(normal(), normal(), normal()) * noise.drift.translation)
            }
            let moved = points.map { point in
                var copy = point
                let station = noise.observations.visits(at: point.position.single)[0].station
                copy.position += walk[station]
                if let n = point.normal, let c = point.covariance { copy.position += n * (normal() * c.variance(n).squareRoot()) }
                return copy
            }
            values.append(try value(moved))
        }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    }

    func point(_ p: Point, _ normal: Point, _ deviation: Double) -> MeasuredPoint {
        MeasuredPoint(p, snap: .surface, normal: normal, covariance: Covariance(along: normal, variance: deviation * deviation))
    }

    @Test func `Stated uncertainties are the scatter that the model's errors make`() throws {
        let noise = model()
        let measurer = Measurer(noise: noise)
        let points = [
            point(Point(0.5, 0.5, 0.5), Point(1, 0, 0), 0.004), point(Point(6.1, 0.7, 0.3), Point(0.6, 0.8, 0), 0.008),
            point(Point(6.5, 2.1, 4.9), Point(0, 0.6, 0.8), 0.005), point(Point(0.9, 1.6, 4.2), Point(0, 0, 1), 0.006),
        ]
        // The deviation of 4000 draws is itself uncertain by 1.1 %; four of these, and what the second order adds.
        func agrees(_ stated: MeasuredValue, _ drawn: Double) throws -> Bool {
            let u = try #require(stated.uncertainty.standard)
            return abs(u / drawn - 1) < 0.05
        }
        #expect(
            try agrees(
                measurer.distance(points[0], points[1]),
                scatter([points[0], points[1]], noise: noise) { try measurer.distance($0[0], $0[1]).value }))
        #expect(try agrees(measurer.path(points), scatter(points, noise: noise) { try measurer.path($0).value }))
        #expect(try agrees(measurer.area(points), scatter(points, noise: noise) { try measurer.area($0).value }))
        #expect(try agrees(measurer.perimeter(points), scatter(points, noise: noise) { try measurer.perimeter($0).value }))
        let three = Array(points[..<3])
        #expect(
            try agrees(
                measurer.angle(three[0], three[1], three[2]),
                scatter(three, noise: noise) { try measurer.angle($0[0], $0[1], $0[2]).value }))
    }

    @Test(arguments: [Point(2, 1, 2), Point(5.5, 1, 2.5), Point(8.5, 2, 3)])
    func `A plane bends and tilts with the drift between the looks at its parts`(p: Point) throws {
        var noise = model()
        noise.drift.translation = 0.0005
        // The drift alone.
        noise.sensor = .init(base: 0, growth: 0, limit: 0, unsure: 1)
        noise.surface = .init(flat: 0, detail: 0, lateral: 0, plane: 0)
        let floor = Scenes.box(from: Point(0, -0.1, 0), to: Point(4, 0, 4), cells: 20)
        let index = try SurfaceIndex(floor, noise: noise)
        let point = point(p, Point(1, 0, 0), 0)
        let plane = try index.wholePlane(at: Point(2, 0, 2))
        let stated = try #require(try Measurer(index).distance(point, to: plane).uncertainty.standard)
        var random = SplitMix64(seed: 12)
        func station(_ p: Point) -> Int { noise.observations.visits(at: p.single)[0].station }
        var squares = 0.0
        let draws = 400
        for _ in 0..<draws {
            var walk = [0.0]
            for _ in 1..<Self.stations { walk.append(walk[walk.count - 1] + Double(random.normal()) * noise.drift.translation) }
            var moved = floor
            for i in moved.positions.indices { moved.positions[i].y += Float(walk[station(Point(moved.positions[i]))]) }
            let found = try SurfaceIndex(moved, noise: noise).wholePlane(at: Point(2, 0, 2))
            var there = p
            there.y += walk[station(p)]
            let error = found.distance(to: there) - plane.distance(to: p)
            squares += error * error
        }
        // The deviation of 400 draws is itself uncertain by 3.5 %; three of these, and the parts are as wide as a station.
        #expect(abs(stated / (squares / Double(draws)).squareRoot() - 1) < 0.15)
    }

    @Test func `The longer the walk between two places, the less certain is their distance`() throws {
        let measurer = Measurer(noise: model())
        let own = 0.002
        var last = 0.0
        for x in [1.5, 3.5, 5.5, 7.5] {
            let value = try measurer.distance(
                point(Point(0.5, 1, 1), Point(1, 0, 0), own), point(Point(x, 1, 1), Point(1, 0, 0), own))
            let u = try #require(value.uncertainty.standard)
            #expect(u > last)
            last = u
        }
    }

    @Test func `Places that nobody saw, and scans that can't be trusted, have no uncertainty`() throws {
        var noise = model()
        let a = point(Point(0.5, 1, 1), Point(1, 0, 0), 0.01)
        let b = point(Point(50, 1, 1), Point(1, 0, 0), 0.01)
        #expect(try Measurer(noise: noise).distance(a, b).uncertainty.reason == "one of its points was not observed by the scan")
        noise.caveat = "the camera trajectory is not reliable"
        let near = point(Point(1.5, 1, 1), Point(1, 0, 0), 0.01)
        #expect(try Measurer(noise: noise).distance(a, near).uncertainty.reason == "the camera trajectory is not reliable")
    }

    @Test func `Readings from afar, few frames and large voxels make a place less certain`() throws {
        func deviation(frames: Int, distance: Float, voxelSize: Double) throws -> Double {
            let noise = Scenes.noise(from: low, to: high, voxelSize: voxelSize, frames: frames, distance: distance)
            let index = try SurfaceIndex(
                Scenes.box(from: Point(0, 0, 0), to: Point(4, 2.5, 3), cells: 40, isRoom: true), noise: noise)
            let snapped = try index.snap(Point(2, 0, 1.5), options: SnapOptions(kinds: [.plane]))
            return try #require(snapped.covariance).variance(Point(0, 1, 0)).squareRoot()
        }
        let usual = try deviation(frames: 20, distance: 2, voxelSize: 0.02)
        #expect(try deviation(frames: 20, distance: 4, voxelSize: 0.02) > usual)
        #expect(try deviation(frames: 2, distance: 2, voxelSize: 0.02) > usual)
        #expect(try deviation(frames: 20, distance: 2, voxelSize: 0.06) > usual)
    }
}
