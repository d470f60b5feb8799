import Foundation
import Geometry

/// The view in which a scan is first shown, chosen by its camera trajectory: of its thumbnail, and where the viewer begins.
///
/// It is a file of the space (`AssetKind.view`), so that all who see the space begin with the same view.
public struct DefaultView: Sendable, Equatable {
    /// Where the camera is.
    public enum Camera: Sendable, Equatable {
        /// Outside, as far away as the whole scan needs. `yaw` is around the vertical axis, 0 looking along −z, positive towards a
        /// camera at +x; `pitch` is above the horizon; radians.
        case around(yaw: Float, pitch: Float)
        /// At `eye`, looking at `target`; metres.
        case inside(eye: Vector3, target: Vector3)
    }

    /// Where the camera is.
    public var camera: Camera

    /// A view from a camera.
    public init(_ camera: Camera) { self.camera = camera }
}

extension DefaultView: Codable {
    private enum Key: String, CodingKey { case kind, yaw, pitch, eye, target }

    private enum Kind: String, Codable { case around, inside }

    /// - Throws: `DecodingError` also for numbers that are not finite.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .around:
            camera = .around(
                yaw: try container.decode(Float.self, forKey: .yaw), pitch: try container.decode(Float.self, forKey: .pitch))
        case .inside:
            camera = .inside(
                eye: try container.decode(Vector3.self, forKey: .eye), target: try container.decode(Vector3.self, forKey: .target))
        }
    }

    /// `{"kind":"around","yaw":…,"pitch":…}` or `{"kind":"inside","eye":[x,y,z],"target":[x,y,z]}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch camera {
        case .around(let yaw, let pitch):
            try container.encode(Kind.around, forKey: .kind)
            try container.encode(yaw, forKey: .yaw)
            try container.encode(pitch, forKey: .pitch)
        case .inside(let eye, let target):
            try container.encode(Kind.inside, forKey: .kind)
            try container.encode(eye, forKey: .eye)
            try container.encode(target, forKey: .target)
        }
    }
}
