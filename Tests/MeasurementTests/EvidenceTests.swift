import Foundation
import Geometry
import Measurement
import Reconstruction
import Testing

/// Uncertainty by what a scan shows of its own errors: repeated observations, other trajectories, the scale.
@Suite struct EvidenceTests {
    private static let low = Point(0, 0, 0)
    private static let high = Point(4, 3, 4)

    /// A room of which the half at x < 2 was seen from the first station, and the other half from the second.
    private func room(_ change: (inout NoiseModel) -> Void = { _ in }) throws -> SurfaceIndex {
        var noise = Scenes.noise(from: Self.low, to: Self.high, stations: 2) { $0.x < 10 ? 0 : 1 }
        change(&noise)
        return try SurfaceIndex(Scenes.box(from: Self.low, to: Self.high, cells: 20, isRoom: true), noise: noise)
    }

    /// Across the room along x, from wall to wall.
    private func width(_ index: SurfaceIndex) throws -> Double {
        let a = try index.snap(Point(0, 1.5, 2), options: SnapOptions(kinds: []))
        let b = try index.snap(Point(4, 1.5, 2), options: SnapOptions(kinds: []))
        return try #require(try Measurer(index).distance(a, b).uncertainty.standard)
    }

    @Test func `An alternative trajectory has a third of its squared difference, resampled ones their mean square`() throws {
        let moved = { (kind: TrajectoryVariant.Kind, x: Float) in
            ScanObservations.Variant(kind: kind, motions: [.init(), .init(translation: Vector3(x, 0, 0))])
        }
        let still = NoiseModel.Drift(translation: 0, rotation: 0, exponent: 1)
        func squared(_ variants: [ScanObservations.Variant], drift: NoiseModel.Drift) throws -> Double {
            let found = try width(
                room {
                    $0.drift = drift
                    $0.observations = $0.observations.with(variants)
                })
            return found * found
        }
        let plain = try squared([], drift: still)
        for (variants, added) in [
            ([moved(.alternative, 0.03)], 0.0003), ([moved(.resample, 0.03), moved(.resample, -0.01)], 0.0005),
        ] {
            #expect(abs(try squared(variants, drift: still) - plain - added) < 1e-6)
        }
        let turned = ScanObservations.Variant(kind: .alternative, motions: [.init(), .init(rotation: Vector3(0, 0.01, 0))])
        // The far wall is 2 m along z from the station: the rotation moves it by 2 cm along the line.
        #expect(abs(try squared([turned], drift: still) - plain - 0.0004 / 3) < 1e-6)
        // Beside the variogram the larger of both counts, since both estimate the trajectory's error.
        let drifting = NoiseModel.Drift(translation: 0.04, rotation: 0, exponent: 1)
        let drifted = try squared([], drift: drifting)
        #expect(drifted > plain + 0.0004)
        #expect(abs(try squared([moved(.alternative, 0.03)], drift: drifting) - drifted) < 1e-9)
        #expect(abs(try squared([moved(.alternative, 0.3)], drift: drifting) - plain - 0.03) < 1e-5)
    }

    @Test func `What the frames of a visit share displaces neighbours alike`() throws {
        // Along one wall, by the errors of the visits alone.
        func length(_ l: Double, visit: Double) throws -> Double {
            let index = try room {
                $0.sensor = .init(base: 0.004, growth: 0, limit: 0.1, unsure: 1, visit: visit)
                $0.drift = .init(translation: 0, rotation: 0, exponent: 1)
            }
            let ends = try [1.0, 1 + l].map { try index.snap(Point(0, 1.5, $0), options: SnapOptions(kinds: [])) }
            let standard = try #require(try Measurer(index).distance(ends[0], ends[1]).uncertainty.standard)
            return standard * standard
        }
        for l in [0.1, 0.5, 2] {
            // 4 mm at each end, of which exp(−l) is common.
            let expected = 2 * 0.004 * 0.004 * (1 - exp(-l))
            let found = try length(l, visit: 1) - length(l, visit: 0)
            #expect(abs(found - expected) < 0.02 * 0.004 * 0.004, "\(l): \(found), \(expected)")
        }
    }

    @Test func `A surface that depends on frames or voxels has that error at least`() throws {
        let plain = try width(room())
        func unstable(_ stability: ScanObservations.Stability) throws -> Double {
            try width(
                room { noise in
                    let places = noise.observations.places
                    noise.observations = ScanObservations(
                        stations: noise.observations.stations, places: places, stability: places.mapValues { _ in stability })
                })
        }
        // Both ends: twice the variance, instead of what is expected of any surface.
        let frames = try unstable(.init(frames: 0.02, voxels: 0, scatter: 0))
        #expect(frames * frames > plain * plain && abs(frames * frames - 0.0008) < 0.1 * 0.0008, "\(frames)")
        let voxels = try unstable(.init(frames: 0, voxels: -0.03, scatter: 0))
        #expect(abs(voxels * voxels - 0.0002) < 0.1 * 0.0002, "\(voxels)")
        let scatter = try unstable(.init(frames: 0, voxels: 0, scatter: 0.02))
        #expect(abs(scatter * scatter - 0.0008) < 0.1 * 0.0008, "\(scatter)")
        // A smaller one changes nothing.
        #expect(try unstable(.init(frames: 1e-6, voxels: 1e-6, scatter: 1e-6)) == plain)
    }

    @Test func `Errors of the scale grow with the length, those of depths with the distance from the cameras`() throws {
        let plain = try width(room())
        let scaled = try width(room { $0.scale.deviation = 0.01 })
        #expect(abs(scaled * scaled - plain * plain - 0.04 * 0.04) < 1e-6)
        // The cameras are at x = 0 and x = 1: 0 m and 3 m from the walls.
        let deep = try width(room { $0.scale.depth = 0.01 })
        #expect(abs(deep * deep - plain * plain - 0.03 * 0.03) < 1e-6)
    }

    @Test func `Repeated observations that disagree widen what frames of a visit share, those that agree narrow it`() throws {
        func model(offset: Float) -> NoiseModel {
            var places: [SIMD3<Int32>: [ScanObservations.Visit]] = [:]
            for x in 0..<10 {
                for station in 0..<12 {
                    let sign: Float = (station + x) % 2 == 0 ? 1 : -1
                    places[SIMD3(Int32(x), 0, 0), default: []].append(
                        .init(station: station, frames: 10, weight: 1, distance: 2, confidence: 1, offset: sign * offset))
                }
            }
            let stations = (0..<12).map { Vector3(Float($0), 1.5, 0) }
            return NoiseModel(voxelSize: 0.02, observations: ScanObservations(stations: stations, places: places))
        }
        let prior = NoiseModel.Sensor.phone.visit
        let agreeing = model(offset: 0).calibrated
        let disagreeing = model(offset: 0.006).calibrated
        #expect(agreeing.sensor.visit < 0.5 * prior)
        #expect(agreeing.drift.translation < NoiseModel.Drift.phone.translation)
        // 6 mm each way are a deviation of 6 mm, which is 2.3 times that of a frame at 2 m.
        #expect((1.6...2.6).contains(disagreeing.sensor.visit), "\(disagreeing.sensor.visit)")
        // Without offsets the prior stays.
        #expect(Scenes.noise(from: Self.low, to: Self.high).calibrated.sensor.visit == prior)
    }

    @Test func `Offsets, variants, stability and the scale are kept in JSON`() throws {
        var model = Scenes.noise(from: Self.low, to: Self.high, stations: 2)
        model.scale = NoiseModel.Scale(deviation: 0.001, depth: 0.002)
        let place = SIMD3<Int32>(1, 2, 3)
        let visits = [-0.0012, nil].map { (offset: Float?) in
            ScanObservations.Visit(station: 1, frames: 3, weight: 1, distance: 2, confidence: 1, offset: offset)
        }
        let motions: [ScanObservations.Variant.Motion] = [
            .init(), .init(translation: Vector3(0.001, 0, -0.002), rotation: Vector3(0, 0.0003, 0)),
        ]
        model.observations = ScanObservations(
            stations: model.observations.stations, places: [place: visits], variants: [.init(kind: .resample, motions: motions)],
            stability: [place: .init(frames: -0.0031, voxels: 0.0002, scatter: 0.0015)])
        let back = try NoiseModel(json: model.json())
        #expect(back.scale == model.scale)
        #expect(back.observations.places[place]?.map { $0.offset.map { ($0 * 10_000).rounded() } } == [-12, nil])
        #expect(back.observations.variants.map(\.kind) == [.resample])
        let stability = try #require(back.observations.stability[place])
        let tenths = [stability.frames, stability.voxels, stability.scatter].map { ($0 * 10_000).rounded() }
        #expect(tenths == [-31, 2, 15])
        let motion = try #require(back.observations.variants.first?.motions[1])
        #expect((motion.translation - motions[1].translation).length < 1e-6)
        #expect((motion.rotation - motions[1].rotation).length < 1e-6)
        #expect(try back.json() == model.json())
    }

    @Test(arguments: [
        (#""offsets":[[0]]"#, #""offsets":[[0],[0]]"#, "offsets of 2 places"),
        (#""offsets":[[0]]"#, #""offsets":[[0,0]]"#, "offsets[0]"),
        (#""offsets":[[0]]"#, #""offsets":[[5000]]"#, "offsets[0]"),
        (#""motions":[[0,0,0,0,0,0]]"#, #""motions":[[0,0,0]]"#, "variants[0]"),
        (#""motions":[[0,0,0,0,0,0]]"#, #""motions":[]"#, "variants[0]"),
        (#""kind":"resample""#, #""kind":"guess""#, "kind"),
        (#""depth":0"#, #""depth":-1"#, "negative"),
        (#""stability":[[0,0,0,10,20,30]]"#, #""stability":[[0,0,0,10,20]]"#, "stability[0]"),
        (#""stability":[[0,0,0,10,20,30]]"#, #""stability":[[0,0,0,10,20,-1]]"#, "stability[0]"),
        (#""stability":[[0,0,0,10,20,30]]"#, #""stability":[[0,0,9999999999,10,20,30]]"#, "stability[0]"),
    ])
    func `Offsets, variants, stability and scales that can't be are refused by name`(from: String, to: String, said: String) throws
    {
        let visit = ScanObservations.Visit(station: 0, frames: 3, weight: 1, distance: 2, confidence: 1, offset: 0)
        let observations = ScanObservations(
            stations: [.init(repeating: 0)], places: [SIMD3(0, 0, 0): [visit]],
            variants: [.init(kind: .resample, motions: [.init()])],
            stability: [SIMD3(0, 0, 0): .init(frames: 0.001, voxels: 0.002, scatter: 0.003)])
        let json = String(decoding: try NoiseModel(voxelSize: 0.02, observations: observations).json(), as: UTF8.self)
        try #require(json.contains(from))
        let error = #expect(throws: MeasurementError.self) {
            try NoiseModel(json: Data(json.replacingOccurrences(of: from, with: to).utf8))
        }
        #expect(error?.reason.contains(said) == true, "\(error?.reason ?? "")")
    }

    @Test func `A free width beside an edge is not determined`() throws {
        // A pillar in the room: 1 m wide along x, so that the room is 4 m wide beside it.
        var mesh = Scenes.box(from: Self.low, to: Self.high, cells: 20, isRoom: true)
        let pillar = Scenes.box(from: Point(3, 0, 1), to: Point(4, 3, 2), cells: 10)
        let base = UInt32(mesh.positions.count)
        mesh.positions += pillar.positions
        mesh.indices += pillar.indices.map { $0 + base }
        let index = try SurfaceIndex(mesh, noise: Scenes.noise(from: Self.low, to: Self.high))
        let inside = try index.clearance(at: Point(1, 1.5, 1.5), along: Point(1, 0, 0))
        #expect(abs(inside.value - 3) < 1e-3)
        #expect(inside.uncertainty.standard != nil)
        let beside = try index.clearance(at: Point(1, 1.5, 1.99), along: Point(1, 0, 0))
        #expect(abs(beside.value - 3) < 1e-3)
        #expect(beside.uncertainty.reason?.contains("edge") == true)
    }
}

extension ScanObservations {
    fileprivate func with(_ variants: [Variant]) -> ScanObservations {
        ScanObservations(stations: stations, places: places, variants: variants)
    }
}
