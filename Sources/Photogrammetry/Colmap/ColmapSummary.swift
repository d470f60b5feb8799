import Capture
import Foundation

/// What `diorama_colmap.py` found (Programs/colmap/summary.py).
package struct ColmapSummary: Decodable {
    struct Image: Decodable {
        /// Key points; nil where the image could not be read.
        var features: Int?
        /// 0: the largest model; nil: none.
        var model: Int?
        var camera: Int?
        /// Indices of the model's points that it sees.
        var points: [Int]?
    }

    package struct Camera: Decodable {
        var model: String
        var width: Double
        var height: Double
        var parameters: [Double]
    }

    var engine: String
    /// Numbers of registered images, the largest first.
    package var models: [Int]
    /// Mean reprojection error in pixels; nil without a model.
    package var error: Double?
    var points: Int
    var images: [String: Image]
    package var cameras: [String: Camera]
    private var pairs: [Pair]

    /// A pair of images and how many of their matches are consistent.
    private struct Pair: Decodable {
        var a: String
        var b: String
        var count: Int

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            a = try values.decode(String.self)
            b = try values.decode(String.self)
            count = try values.decode(Int.self)
        }
    }

    /// The largest summary: some thousand photos with many points each.
    private static let byteLimit = 1 << 28

    /// Reads a summary.
    package init(_ url: URL) throws(PhotogrammetryError) {
        let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        guard size <= Self.byteLimit, let data = try? Data(contentsOf: url) else {
            throw PhotogrammetryError(url.path, "COLMAP's result can't be read", remedy: "try again")
        }
        guard let summary = try? JSONDecoder().decode(ColmapSummary.self, from: data) else {
            throw PhotogrammetryError(url.path, "this is not a result of COLMAP", remedy: "try again")
        }
        self = summary
        for image in images.values {
            guard (image.points ?? []).allSatisfy({ $0 >= 0 && $0 < points }) else {
                throw PhotogrammetryError(url.path, "COLMAP's result is damaged", remedy: "try again")
            }
        }
    }

    /// For each image how many consistent matches it has with others, by their names.
    package var matches: [String: [String: Int]] {
        var found: [String: [String: Int]] = [:]
        for pair in pairs {
            found[pair.a, default: [:]][pair.b] = pair.count
            found[pair.b, default: [:]][pair.a] = pair.count
        }
        return found
    }
}

extension ColmapSummary.Camera {
    /// fx, fy, cx, cy with pixel centres at integers, and the distortion; nil for models that are not pinhole cameras with
    /// distortion.
    var lens: (focal: SIMD2<Double>, centre: SIMD2<Double>, distortion: LensDistortion)? {
        let p = parameters
        switch (model, p.count) {
        case ("SIMPLE_PINHOLE", 3): return (SIMD2(p[0], p[0]), SIMD2(p[1] - 0.5, p[2] - 0.5), LensDistortion())
        case ("PINHOLE", 4): return (SIMD2(p[0], p[1]), SIMD2(p[2] - 0.5, p[3] - 0.5), LensDistortion())
        case ("SIMPLE_RADIAL", 4): return (SIMD2(p[0], p[0]), SIMD2(p[1] - 0.5, p[2] - 0.5), LensDistortion(k1: p[3]))
        case ("RADIAL", 5): return (SIMD2(p[0], p[0]), SIMD2(p[1] - 0.5, p[2] - 0.5), LensDistortion(k1: p[3], k2: p[4]))
        case ("OPENCV", 8):
            return (
                SIMD2(p[0], p[1]), SIMD2(p[2] - 0.5, p[3] - 0.5), LensDistortion(k1: p[4], k2: p[5], p1: p[6], p2: p[7])
            )
        default: return nil
        }
    }

    /// Where a pixel of the photo is in the image without distortion.
    package func undistorted(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
        guard let lens, !lens.distortion.isZero else { return pixel }
        let seen = (pixel - lens.centre) / lens.focal
        var p = seen
        // Fixed-point iteration, which converges for the distortions that photos have.
        for _ in 0..<50 {
            let bent = lens.distortion.distort(x: p.x, y: p.y)
            let step = seen - SIMD2(bent.x, bent.y)
            p += step
            if abs(step.x) + abs(step.y) < 1e-10 { break }
        }
        guard p.x.isFinite, p.y.isFinite else { return pixel }
        return p * lens.focal + lens.centre
    }
}
