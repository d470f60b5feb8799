import Geometry
import ModelFormats
import Rendering

extension ModelView {
    /// Where the camera of an image is and where it looks.
    public struct Viewpoint: Sendable, Equatable {
        /// The camera's position in metres, y up, in the coordinates of the model's file.
        public var eye: SIMD3<Double>
        /// What the centre of the image shows, likewise.
        public var target: SIMD3<Double>
        /// The angle between the lower and the upper edge of the image, in radians.
        public var verticalFieldOfView: Double

        /// A camera at `eye` that looks at `target`, upright; the angle is in radians.
        public init(eye: SIMD3<Double>, target: SIMD3<Double>, verticalFieldOfView: Double) {
            self.eye = eye
            self.target = target
            self.verticalFieldOfView = verticalFieldOfView
        }

        /// The camera among positions that are relative to `origin`.
        func camera(origin: SIMD3<Double>) -> RenderCamera {
            let from = Vector3(eye - origin)
            let to = Vector3(target - origin)
            return RenderCamera(
                pose: .lookingAt(to, from: from), projection: .perspective(verticalFieldOfView: Float(verticalFieldOfView)),
                near: max(1e-5, (from - to).length * 1e-3))
        }
    }

    /// What the surface shows in an image.
    public enum Shading: String, Sendable, CaseIterable {
        /// Its colours under a gentle light.
        case lit
        /// Its colours as they are.
        case colors
        /// Its normals: x, y, z as red, green, blue around middle grey, on the side that the camera sees.
        case normals

        var style: RenderStyle.Shading {
            switch self {
            case .lit: .lit
            case .colors: .colors
            case .normals: .normals
            }
        }
    }
}
