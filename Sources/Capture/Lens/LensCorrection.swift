import Geometry
import Images

/// Takes a lens's distortion out of images: for each pixel of the pinhole image, of the same camera and size, where the lens shows
/// it. Made once for a camera and a size, then used for all of its images.
public struct LensCorrection: Sendable {
    /// The camera of the images before and after the correction.
    public let camera: CameraIntrinsics
    /// The distortion that is removed.
    public let distortion: LensDistortion
    /// For each pixel the upper left of the four pixels around its place in the lens's image, as a position in the pixels.
    private let corners: [Int32]
    /// How far to the right and down of that pixel the place lies, in 128ths.
    private let weights: [SIMD2<UInt8>]
    /// The nearest pixel; −1 where the lens's image does not show the place.
    private let nearest: [Int32]

    /// - Parameters:
    ///   - camera: The camera of the images to correct, and of the corrected ones; it must be valid.
    ///   - distortion: the distortion to remove.
    public init(camera: CameraIntrinsics, distortion: LensDistortion) {
        self.camera = camera
        self.distortion = distortion
        let w = camera.width
        let h = camera.height
        let fx = Double(camera.fx)
        let fy = Double(camera.fy)
        let cx = Double(camera.cx)
        let cy = Double(camera.cy)
        let edges = (x: max(cx, Double(w) - 1 - cx) / fx, y: max(cy, Double(h) - 1 - cy) / fy)
        let reach = distortion.monotonic(upTo: edges.x * edges.x + edges.y * edges.y)
        var corners: [Int32] = []
        var weights: [SIMD2<UInt8>] = []
        var nearest: [Int32] = []
        corners.reserveCapacity(w * h)
        weights.reserveCapacity(w * h)
        nearest.reserveCapacity(w * h)
        let last = (x: Double(w - 1), y: Double(h - 1))
        for v in 0..<h {
            let y = (Double(v) - cy) / fy
            for u in 0..<w {
                let x = (Double(u) - cx) / fx
                let (bentX, bentY) = distortion.distort(x: x, y: y)
                let px = bentX * fx + cx
                let py = bentY * fy + cy
                // Half a pixel beyond the outermost centres is still image. The comparison also refuses NaN.
                let isSeen =
                    px >= -0.5 && px <= last.x + 0.5 && py >= -0.5 && py <= last.y + 0.5 && x * x + y * y <= reach
                // Points outside of the image get the nearest border pixel.
                let qx = px > 0 ? min(px, last.x) : 0
                let qy = py > 0 ? min(py, last.y) : 0
                let x0 = min(Int(qx), max(w - 2, 0))
                let y0 = min(Int(qy), max(h - 2, 0))
                corners.append(Int32(y0 * w + x0))
                weights.append(SIMD2(UInt8((qx - Double(x0)) * 128 + 0.5), UInt8((qy - Double(y0)) * 128 + 0.5)))
                nearest.append(isSeen ? Int32(Int(qy + 0.5) * w + Int(qx + 0.5)) : -1)
            }
        }
        self.corners = corners
        self.weights = weights
        self.nearest = nearest
    }

    /// The image without distortion, each pixel mixed from the four around its place. Pixels that the lens did not show repeat the
    /// image's border and have alpha 0.
    public func correct(_ image: ColorImage) -> ColorImage {
        guard image.width == camera.width, image.height == camera.height else { return image }
        // An image of one column or row has no neighbours there; their weights are 0.
        let (right, down) = (image.width > 1 ? 1 : 0, image.height > 1 ? image.width : 0)
        let count = image.pixels.count
        let pixels = [SIMD4<UInt8>](unsafeUninitializedCapacity: count) { out, initialized in
            image.pixels.withUnsafeBufferPointer { pixels in
                corners.withUnsafeBufferPointer { corners in
                    weights.withUnsafeBufferPointer { weights in
                        nearest.withUnsafeBufferPointer { nearest in
                            for i in 0..<count {
                                let p = Int(corners[i])
                                let u = UInt32(weights[i].x)
                                let v = UInt32(weights[i].y)
                                let a = SIMD4<UInt32>(truncatingIfNeeded: pixels[p])
                                let b = SIMD4<UInt32>(truncatingIfNeeded: pixels[p + right])
                                let c = SIMD4<UInt32>(truncatingIfNeeded: pixels[p + down])
                                let d = SIMD4<UInt32>(truncatingIfNeeded: pixels[p + down + right])
                                let above = a &* (128 &- u) &+ b &* u
                                let below = c &* (128 &- u) &+ d &* u
                                let mixed = (above &* (128 &- v) &+ below &* v &+ 8192) &>> 14
                                var pixel = SIMD4<UInt8>(truncatingIfNeeded: mixed)
                                if nearest[i] < 0 { pixel.w = 0 }
                                out[i] = pixel
                            }
                        }
                    }
                }
            }
            initialized = count
        }
        return ColorImage(width: image.width, height: image.height, pixels: pixels)
    }

    /// The depths without distortion, each the nearest one's, for a mean over an edge is a depth where nothing is; 0 where the lens
    /// showed nothing. A depth along the axis stays what it is.
    public func correct(_ depth: DepthImage) -> DepthImage { take(depth, otherwise: 0) }

    /// The confidences without distortion; 0 where the lens showed nothing.
    public func correct(_ confidence: ConfidenceImage) -> ConfidenceImage { take(confidence, otherwise: 0) }

    private func take<P>(_ image: Image<P>, otherwise: P) -> Image<P> {
        guard image.width == camera.width, image.height == camera.height else { return image }
        let pixels = image.pixels.withUnsafeBufferPointer { pixels in
            nearest.map { $0 < 0 ? otherwise : pixels[Int($0)] }
        }
        return Image(width: image.width, height: image.height, pixels: pixels)
    }
}
