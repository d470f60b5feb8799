import Capture
import Geometry
import Images

/// What one frame contributes to the quality of a scan: how sharp its image is, and which places it saw how well. A small sample of
/// its pixels is looked at.
public struct FrameQuality: Sendable, Equatable {
    /// A place that was seen.
    struct Observation: Sendable, Equatable {
        var key: UInt64
        /// Between the ray and the surface's normal.
        var cosine: Float
        /// Metres.
        var distance: Float
        /// One of 24 directions from the place to the camera.
        var direction: UInt8
        /// The sample, metres, world y-up.
        var point: Vector3
        /// Samples that it stands for.
        var samples: Float
        /// Whether the sensor was sure of the sample, or does not tell.
        var isSure = true
    }

    /// 0…1; nil where the image has no edges to judge it by, or there is none.
    public let sharpness: Float?
    /// Share of the sampled pixels that had a usable sample.
    public let depthShare: Float
    let observations: [Observation]
    /// Where the camera was: metres, world y-up.
    let position: Vector3
    /// Index of the frame in its capture.
    let index: Int

    /// - Parameters:
    ///   - frame: its depth may have been filtered already.
    ///   - maximumDepth: metres; depth samples beyond it do not count.
    ///   - step: looks at every n-th depth pixel across and down.
    public init(_ frame: Frame, maximumDepth: Float, step: Int = 6) {
        position = frame.pose.translation
        index = frame.index
        sharpness = frame.color.flatMap { Sharpness.of($0) }
        let w = frame.depth.width
        let h = frame.depth.height
        guard w > 2, h > 2, frame.depthIntrinsics.isValid, frame.pose.isFinite else {
            observations = []
            depthShare = 0
            return
        }
        let camera = frame.depthIntrinsics.scaled(toWidth: w, height: h)
        let confidence = frame.confidence.flatMap { $0.pixels.count == w * h ? $0.pixels : nil }
        var observations: [Observation] = []
        var asked = 0
        var answered = 0
        for y in stride(from: min(step / 2 + 1, h - 2), to: h - 1, by: max(1, step)) {
            for x in stride(from: min(step / 2 + 1, w - 2), to: w - 1, by: max(1, step)) {
                asked += 1
                let d = frame.depth[x, y]
                guard d > 0.05, d <= maximumDepth, confidence.map({ $0[y * w + x] > 0 }) ?? true else { continue }
                answered += 1
                let right = frame.depth[x + 1, y]
                let below = frame.depth[x, y + 1]
                guard (right - d).magnitude < 0.06 * d, (below - d).magnitude < 0.06 * d else { continue }
                let p = camera.unproject(Vector2(Float(x), Float(y)), depth: d)
                let a = camera.unproject(Vector2(Float(x + 1), Float(y)), depth: right) - p
                let b = camera.unproject(Vector2(Float(x), Float(y + 1)), depth: below) - p
                let toward = frame.pose.rotation.rotate(-p)
                let distance = toward.length
                let point = frame.pose.apply(p)
                guard let key = ObservedCells.key(point) else { continue }
                observations.append(
                    Observation(
                        key: key, cosine: dot(cross(a, b).normalized, p / distance).magnitude, distance: distance,
                        direction: Self.direction(toward), point: point, samples: Float(step * step),
                        isSure: confidence.map { $0[y * w + x] > 1 } ?? true))
            }
        }
        self.observations = observations
        depthShare = asked > 0 ? Float(answered) / Float(asked) : 0
    }

    /// Eight sectors around the vertical at three heights.
    private static func direction(_ v: Vector3) -> UInt8 {
        let flat = (v.x * v.x + v.z * v.z).squareRoot()
        let height: UInt8 = v.y > 0.7 * flat ? 2 : (v.y > -0.3 * flat ? 1 : 0)
        let sector = (v.x > 0 ? 1 : 0) + (v.z > 0 ? 2 : 0) + (v.x.magnitude > v.z.magnitude ? 4 : 0)
        return height * 8 + UInt8(sector)
    }
}

/// How sharp an image is.
public enum Sharpness {
    /// 0 for completely blurred to 1 for sharp; nil where the image has too few edges to tell.
    ///
    /// Over eight pixels across each strong edge: the share of the whole step that is taken between its two steepest neighbours. It
    /// does not depend on what the image shows, on contrast or on noise, as the variance of the Laplacian does. Blur by motion
    /// has a direction, so the worse of across and down counts. Large images are judged at about 640 pixels of width.
    public static func of(_ image: ColorImage) -> Float? {
        let step = max(1, image.width / 640)
        let w = image.width / step
        let h = image.height / step
        guard w > 16, h > 16 else { return nil }
        return image.pixels.withUnsafeBufferPointer { pixels in
            func edges(_ count: Int, lines: Int, along: Int, across: Int) -> (sum: Float, count: Int) {
                var sum = Float(0)
                var found = 0
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { line in
                    for k in stride(from: 3, to: lines - 1, by: 7) {
                        for i in 0..<count {
                            let p = pixels[k * across + i * along]
                            line[i] = Int32(p.x) + 2 * Int32(p.y) + Int32(p.z)
                        }
                        var i = 0
                        while i + 8 < count {
                            var whole = (line[i + 8] - line[i]).magnitude
                            // A tenth of the brightest, in sums of four codes.
                            guard whole > 100 else {
                                i += 2
                                continue
                            }
                            // The whole of the edge, where only its beginning lies within the eight.
                            for j in i + 1...i + 8 where j + 8 < count {
                                let more = (line[j + 8] - line[j]).magnitude
                                if more > whole { (whole, i) = (more, j) }
                            }
                            var steepest: UInt32 = 0
                            for j in i..<i + 7 { steepest = max(steepest, (line[j + 2] - line[j]).magnitude) }
                            sum += min(1, Float(steepest) / Float(whole))
                            found += 1
                            i += 8
                        }
                    }
                }
                return (sum, found)
            }
            let across = edges(w, lines: h, along: step, across: image.width * step)
            let down = edges(h, lines: w, along: image.width * step, across: step)
            let shares = [across, down].filter { $0.count >= 12 }.map { $0.sum / Float($0.count) }
            guard let share = shares.min() else { return nil }
            // An even ramp over eight pixels takes a quarter of its way in two; a sharp edge nearly all.
            return min(max((share - 0.35) / (0.75 - 0.35), 0), 1)
        }
    }
}
