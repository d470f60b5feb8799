import Foundation
import Geometry

/// Intrinsics as a capture gives them: often without the size of the image that they are for.
struct Pinhole: Sendable, Equatable {
    var fx: Double
    var fy: Double
    /// Principal point; pixel centres at integers.
    var cx: Double
    var cy: Double
    /// The size of the image they are for; nil where they are for the capture's colour images as these are.
    var size: ImageSize?
    /// Its lens distortion; nil where there is none or it is unknown.
    var lens: LensDistortion?

    /// - Returns: nil where the numbers describe no camera.
    init?(fx: Double, fy: Double, cx: Double, cy: Double, size: ImageSize? = nil) {
        guard fx.isFinite, fy.isFinite, cx.isFinite, cy.isFinite, fx > 0, fy > 0 else { return nil }
        guard [fx, fy, abs(cx), abs(cy)].allSatisfy({ $0 < 1e6 }) else { return nil }
        self.fx = fx
        self.fy = fy
        self.cx = cx
        self.cy = cy
        self.size = size
    }

    init?(_ k: CameraIntrinsics) {
        self.init(
            fx: Double(k.fx), fy: Double(k.fy), cx: Double(k.cx), cy: Double(k.cy),
            size: k.width > 0 && k.height > 0 ? ImageSize(k.width, k.height) : nil)
    }

    /// The intrinsics for the same image at another size.
    func intrinsics(for image: ImageSize, of natural: ImageSize) -> CameraIntrinsics {
        let own = size ?? natural
        return CameraIntrinsics(
            width: own.width, height: own.height, fx: Float(fx), fy: Float(fy), cx: Float(cx), cy: Float(cy)
        ).scaled(toWidth: image.width, height: image.height)
    }
}

/// Width and height of an image in pixels.
struct ImageSize: Sendable, Hashable, CustomStringConvertible {
    var width: Int
    var height: Int

    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Whether both are the same image at two scales, except for rounding to whole pixels.
    func hasShape(of other: ImageSize) -> Bool {
        let (small, large) = width < other.width ? (self, other) : (other, self)
        let height = Double(small.width) * Double(large.height) / Double(large.width)
        return abs(height - Double(small.height)) < 1.5
    }

    var description: String { "\(width)x\(height)" }
}
