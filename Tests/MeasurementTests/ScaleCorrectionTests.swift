import Foundation
import Geometry
import Measurement
import Support
import Testing

/// The scale by check distances.
@Suite struct ScaleCorrectionTests {
    private static let low = Point(0, 0, 0)
    private static let high = Point(4, 2.5, 3)

    /// A room whose model is too small: its lengths are true ones divided by `scale`.
    private static func room(noise: NoiseModel?) throws -> SurfaceIndex {
        try SurfaceIndex(Scenes.box(from: low, to: high, cells: 40, isRoom: true), noise: noise)
    }

    private static func check(
        _ index: SurfaceIndex, _ a: Point, _ b: Point, _ length: Double, tolerance: Double = 0.002
    ) throws -> CheckDistance {
        let bare = index.withoutScale
        let options = SnapOptions(kinds: [.plane, .edge, .corner])
        let value = try Measurer(bare).distance(try bare.snap(a, options: options), try bare.snap(b, options: options))
        return CheckDistance(name: "A,B", measured: value, length: length, tolerance: tolerance)
    }

    private static func across(_ index: SurfaceIndex) throws -> MeasuredValue {
        try Measurer(index).distance(try index.snap(Point(0, 1.4, 1.2)), try index.snap(Point(4, 1.4, 1.2)))
    }

    @Test func `lengths, areas and volumes are corrected by the scale and its powers, angles stay`() throws {
        let noise = Scenes.noise(from: Self.low, to: Self.high)
        let index = try Self.room(noise: noise)
        let scale = try ScaleCorrection([try Self.check(index, Point(0, 1.2, 1.5), Point(4, 1.2, 1.5), 4.04)], noise: noise)
        #expect(abs(scale.scale - 1.01) < 1e-6)
        let expected: [(MeasuredValue.Kind, Double)] = [
            (.distance, 1.01), (.area, 1.01 * 1.01), (.volume, pow(1.01, 3)), (.angle, 1),
        ]
        for (kind, factor) in expected {
            let value = scale.applied(to: MeasuredValue(kind: kind, value: 2, uncertainty: .standard(0.01)))
            #expect(abs(value.value - 2 * factor) < 1e-6, "\(kind)")
            #expect(value.notes.isEmpty == (kind == .angle))
            let own = try #require(value.uncertainty.standard)
            #expect(kind == .angle ? own == 0.01 : own > 0.01 * factor)
        }
        let text = scale.statement
        #expect(text.hasPrefix("scale 1.01") && text.hasSuffix("(95 %) from 1 check distance"), "\(text)")
    }

    @Test func `the scale replaces the error of a common scale and the part of the depths' error that it contains`() throws {
        var noise = Scenes.noise(from: Self.low, to: Self.high)
        let own = try #require(try Self.across(try Self.room(noise: noise)).uncertainty.standard)
        noise.scale = NoiseModel.Scale(deviation: 0.01, depth: 0.01)
        let index = try Self.room(noise: noise)
        let before = try #require(try Self.across(index).uncertainty.standard)
        #expect(before > 0.03)
        let checks = try [(Point(0, 1.2, 1.5), Point(4, 1.2, 1.5)), (Point(0, 1, 1), Point(4, 1, 1))].map {
            try Self.check(index, $0.0, $0.1, 4)
        }
        let scale = try ScaleCorrection(checks, noise: noise)
        let after = try #require(scale.applied(to: try Self.across(scale.index(index))).uncertainty.standard)
        // The measured wall is the checked one: what remains is its own error and that of the tape and of the checks.
        #expect(after < 2 * own && after >= own, "\(own) \(before) \(after)")
    }

    @Test func `a distance that disagrees is named, and widens the interval of the scale`() throws {
        let noise = Scenes.noise(from: Self.low, to: Self.high)
        let index = try Self.room(noise: noise)
        let good = try [
            Self.check(index, Point(0, 1.2, 1.5), Point(4, 1.2, 1.5), 4.001),
            Self.check(index, Point(0, 1, 1), Point(4, 1, 1), 3.999),
            Self.check(index, Point(2, 1, 0), Point(2, 1, 3), 3),
        ]
        let fine = try ScaleCorrection(good, noise: noise)
        #expect(fine.residuals.allSatisfy { !$0.isOutlier } && abs(fine.scale - 1) < 0.001)
        let wrong = try Self.check(index, Point(2, 0, 1.5), Point(2, 2.5, 1.5), 2.6)
        let off = try ScaleCorrection(good + [wrong], noise: noise)
        #expect(off.residuals[3].isOutlier && off.residuals[3].value > 0.03)
        #expect(try #require(off.uncertainty.standard) > 3 * (try #require(fine.uncertainty.standard)))
    }

    @Test func `without an error model three distances give an interval, fewer none`() throws {
        let index = try Self.room(noise: nil)
        let checks = try [
            Self.check(index, Point(0, 1.2, 1.5), Point(4, 1.2, 1.5), 4.042),
            Self.check(index, Point(2, 1, 0), Point(2, 1, 3), 3.028),
            Self.check(index, Point(2, 0, 1.5), Point(2, 2.5, 1.5), 2.527),
            Self.check(index, Point(0, 1, 1), Point(4, 1, 1), 4.039),
        ]
        for count in 1...2 {
            let scale = try ScaleCorrection(Array(checks.prefix(count)), noise: nil)
            let value = scale.applied(to: try Self.across(scale.index(index)))
            #expect(abs(value.value - 4.04) < 0.005 && value.uncertainty.standard == nil)
            #expect(try #require(value.uncertainty.reason).contains("fewer than 3"))
        }
        let three = try ScaleCorrection(Array(checks.prefix(3)), noise: nil)
        let four = try ScaleCorrection(checks, noise: nil)
        let wide = try #require(three.applied(to: try Self.across(three.index(index))).uncertainty.halfWidth)
        let narrow = try #require(four.applied(to: try Self.across(four.index(index))).uncertainty.halfWidth)
        #expect(wide > 0.003 && narrow < wide)
    }

    @Test func `intervals after the correction hold the truth`() throws {
        // Models of unknown scale and points of unknown error; six distances are known by a tape.
        var random = SplitMix64(seed: 11)
        var held = 0
        let count = 300
        for _ in 0..<count {
            let factor = 1 + 0.02 * Double(random.normal())
            let deviation = 0.004
            func distance(_ truth: Double) -> MeasuredValue {
                let shown = truth / factor + deviation * Double(random.normal())
                let ends = [Point.zero, Point(shown, 0, 0)].map { MeasuredPoint($0, snap: .plane) }
                return MeasuredValue(kind: .distance, points: ends, value: shown, uncertainty: .unknown("no model"))
            }
            let checks = (0..<6).map { _ in
                let truth = 1 + 4 * Double(random.unit())
                return CheckDistance(
                    name: "", measured: distance(truth), length: truth + 0.001 * Double(random.normal()), tolerance: 0.002)
            }
            let scale = try ScaleCorrection(checks, noise: nil)
            let scatter = try #require(scale.index(try Self.room(noise: nil)).scatter)
            let truth = 1 + 4 * Double(random.unit())
            var value = distance(truth)
            let own = Covariance(variance: pow(try #require(scatter.residual), 2))
            value.points = value.points.map { MeasuredPoint($0.position, snap: .plane, covariance: own) }
            value = scale.applied(to: try Measurer(noise: nil, scatter: scatter).distance(value.points[0], value.points[1]))
            if abs(value.value - truth) <= (try #require(value.uncertainty.halfWidth)) { held += 1 }
        }
        #expect(Double(held) / Double(count) > 0.93, "\(held) of \(count)")
    }

    @Test func `distances that make no sense are refused`() throws {
        let noise = Scenes.noise(from: Self.low, to: Self.high)
        let index = try Self.room(noise: noise)
        let good = try Self.check(index, Point(0, 1.2, 1.5), Point(4, 1.2, 1.5), 4)
        #expect(throws: MeasurementError.self) { try ScaleCorrection([], noise: noise) }
        #expect(throws: MeasurementError.self) { try ScaleCorrection(Array(repeating: good, count: 101), noise: noise) }
        for (length, tolerance) in [
            (0.0, 0.001), (-4, 0.001), (.nan, 0.001), (.infinity, 0.001), (4, 0), (4, -1), (4, .nan), (4, 5),
        ] {
            var bad = good
            bad.length = length
            bad.tolerance = tolerance
            #expect(throws: MeasurementError.self, "\(length) \(tolerance)") { try ScaleCorrection([bad], noise: noise) }
        }
        var free = good
        free.measured.points[0].snap = .none
        #expect(throws: MeasurementError.self) { try ScaleCorrection([free], noise: noise) }
        var unseen = good
        unseen.measured.uncertainty = .unknown("one of its points was not observed by the scan")
        let error = #expect(throws: MeasurementError.self) { try ScaleCorrection([unseen], noise: noise) }
        #expect(error?.reason.contains("A,B") == true && error?.reason.contains("not observed") == true)
    }
}
