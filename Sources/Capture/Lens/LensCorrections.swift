import Geometry
import Synchronization

/// The corrections of a capture's lenses, kept between frames: most captures have one camera, and so at most one for colour and one
/// for depth.
final class LensCorrections: Sendable {
    private let kept = Mutex<[LensCorrection]>([])
    /// Enough for colour and depth. Cameras that change from frame to frame have their corrections made for each.
    private static let limit = 2

    func correction(_ camera: CameraIntrinsics, _ lens: LensDistortion) -> LensCorrection {
        if let found = kept.withLock({ $0.first { $0.camera == camera && $0.distortion == lens } }) { return found }
        // Made outside of the lock: two threads may both do it once, but none waits for another.
        let made = LensCorrection(camera: camera, distortion: lens)
        kept.withLock { kept in
            if kept.count >= Self.limit { kept.removeFirst() }
            kept.append(made)
        }
        return made
    }
}
