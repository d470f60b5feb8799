import Foundation
import Geometry
import Images
import Support

/// Derives scale, orientation and position from the GPS positions of photos.
package enum GPSScale {
    /// A photo with a position.
    package struct Fix {
        /// The camera's centre in the world.
        var center: Vector3
        var location: ImageMetadata.Location

        package init(center: Vector3, location: ImageMetadata.Location) {
            self.center = center
            self.location = location
        }
    }

    /// What GPS says of the world.
    package struct Result {
        /// From the world to metres east (x), up (y) and south (z) of `origin`.
        package var similarity: Similarity
        /// The location on Earth of the origin of the result.
        var origin: ImageMetadata.Location
        /// The scale's expected error as a share.
        package var relativeError: Double
        /// Whether the positions spread in two directions enough for the vertical.
        package var hasOrientation: Bool
    }

    /// Positions of phones are good to some metres: this close to the fitted ones they count, in metres.
    private static let tolerance = 8.0
    /// The largest relative error of a scale that is worth being used.
    private static let maxError = 0.1
    private static let trials = 400

    /// The similarity that most of the positions agree with.
    /// - Throws: `PhotogrammetryError` that says why the positions don't suffice; `place` names the photos.
    package static func fit(_ fixes: [Fix], place: String) throws(PhotogrammetryError) -> Result {
        func refuse(_ problem: String) -> PhotogrammetryError {
            PhotogrammetryError(
                place, problem, remedy: "give a known length (--scale-length) or use printed markers (--scale-marker)")
        }
        guard fixes.count >= 5 else {
            throw refuse("\(fixes.count) registered photos have a GPS position; at least 5 are needed for a scale")
        }
        let origin = fixes[0].location
        let metres = fixes.map { eastUpSouth($0.location, from: origin) }
        let centers = fixes.map { SIMD3<Double>($0.center) }
        let middle = metres.reduce(.zero, +) / Double(metres.count)
        let spread = (metres.reduce(0) { $0 + (($1 - middle) * ($1 - middle)).sum() } / Double(metres.count)).squareRoot()
        guard spread > 2 else {
            throw refuse(String(format: "the GPS positions are within %.1f m of each other, less than their own error", spread))
        }
        var random = SplitMix64(seed: 3)
        var best: [Int] = []
        for _ in 0..<trials {
            let picked = (0..<3).map { _ in Int.random(in: 0..<fixes.count, using: &random) }
            guard Set(picked).count == 3, let s = Similarity.fit(picked.map { centers[$0] }, picked.map { metres[$0] }) else {
                continue
            }
            let inliers = fixes.indices.filter { miss(s, from: centers[$0], to: metres[$0]) < tolerance }
            if inliers.count > best.count { best = inliers }
        }
        guard best.count >= 5, best.count * 2 >= fixes.count,
            let fitted = Similarity.fit(best.map { centers[$0] }, best.map { metres[$0] })
        else { throw refuse("the GPS positions don't fit the positions of the cameras") }
        let rms =
            (best.reduce(0) { sum, i in
                let d = miss(fitted, from: centers[i], to: metres[i])
                return sum + d * d
            } / Double(best.count)).squareRoot()
        // The error of a least-squares slope; residuals of phones are correlated, so not less than a metre is assumed.
        let error = max(rms, 1) / (spread * Double(best.count).squareRoot())
        guard error < maxError else {
            throw refuse(String(format: "GPS would give the scale to %.0f %% only", error * 100))
        }
        return Result(
            similarity: fitted, origin: origin, relativeError: error, hasOrientation: planarity(metres) > 4 * max(rms, 1))
    }

    private static func miss(_ s: Similarity, from p: SIMD3<Double>, to q: SIMD3<Double>) -> Double {
        let d = SIMD3<Double>(s.apply(Vector3(p))) - q
        return (d * d).sum().squareRoot()
    }

    /// The second largest standard deviation: how far points spread across their main line.
    private static func planarity(_ points: [SIMD3<Double>]) -> Double {
        let mean = points.reduce(.zero, +) / Double(points.count)
        var c = [[Double]](repeating: [0, 0, 0], count: 3)
        for p in points {
            let d = p - mean
            for i in 0..<3 { for j in i..<3 { c[i][j] += d[i] * d[j] / Double(points.count) } }
        }
        return max(0, SymmetricEigen(c).values[1]).squareRoot()
    }

    /// Metres east, up and south of an origin (WGS 84 ellipsoid, a plane that touches it; exact to millimetres within a kilometre).
    package static func eastUpSouth(_ location: ImageMetadata.Location, from origin: ImageMetadata.Location) -> SIMD3<Double> {
        let a = 6_378_137.0
        let e2 = 0.006_694_379_990_14
        let radians = Double.pi / 180
        func geocentric(_ l: ImageMetadata.Location) -> SIMD3<Double> {
            let s = sin(l.latitude * radians)
            let c = cos(l.latitude * radians)
            let n = a / (1 - e2 * s * s).squareRoot()
            let h = l.altitude ?? origin.altitude ?? 0
            return SIMD3(
                (n + h) * c * cos(l.longitude * radians), (n + h) * c * sin(l.longitude * radians), (n * (1 - e2) + h) * s)
        }
        let d = geocentric(location) - geocentric(origin)
        let sLat = sin(origin.latitude * radians)
        let cLat = cos(origin.latitude * radians)
        let sLon = sin(origin.longitude * radians)
        let cLon = cos(origin.longitude * radians)
        let east = -sLon * d.x + cLon * d.y
        let north = -sLat * cLon * d.x - sLat * sLon * d.y + cLat * d.z
        let up = cLat * cLon * d.x + cLat * sLon * d.y + sLat * d.z
        return SIMD3(east, up, -north)
    }
}
