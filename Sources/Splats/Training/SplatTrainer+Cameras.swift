import Foundation
import Geometry
import Support

/// The air about a camera: nothing of the scene is so near to it.
struct CameraSurroundings: Sendable {
    let position: Vector3
    /// Metres.
    let radius: Float

    /// - Parameter points: the scene's. Of those in the image, behind walls or not, the depth that a quarter is nearer than
    ///   decides. But the nearest hundredth, at least ten, is further away, so that what a camera was held close to stays.
    init(pose: RigidTransform, image: ImageLevel, points: [Vector3], otherwise: Float) {
        position = pose.translation
        let toCamera = pose.inverse
        var depths: [Float] = []
        for point in points {
            let p = toCamera.apply(point)
            guard let pixel = image.intrinsics.project(p) else { continue }
            let isInImage = pixel.x >= 0 && pixel.y >= 0 && pixel.x < Float(image.width) && pixel.y < Float(image.height)
            if isInImage { depths.append(-p.z) }
        }
        depths.sort()
        guard depths.count >= 10 else {
            radius = 0.15 * otherwise
            return
        }
        radius = min(0.15 * depths[depths.count / 4], 0.7 * depths[max(depths.count / 100, 9)])
    }
}

extension SplatTrainer {
    /// For each splat, whether it is in the air about a camera, also one of a held-out image.
    ///
    /// Such a splat is out of most images, or nearer than the nearest depth that is drawn here, so that nothing moves it. But in
    /// images from there, or nearby, it is a haze before everything else.
    func areAtCameras() -> [Bool] {
        nonisolated(unsafe) let blocks = blocks
        let surroundings = surroundings
        return [Bool](unsafeUninitializedCapacity: blocks.count) { buffer, initialized in
            nonisolated(unsafe) let base = buffer.baseAddress
            Parallel.forEachRange(blocks.count) { range in
                for i in range { (base! + i).initialize(to: blocks.isIn(surroundings, splat: i)) }
            }
            initialized = blocks.count
        }
    }
}

extension SplatBlocks {
    /// Whether the splat's middle is in the air about a camera, or the camera within what an image of 8 bit shows of the splat.
    func isIn(_ surroundings: [CameraSurroundings], splat i: Int) -> Bool {
        let visible = 255 * opacity(i)
        guard visible > 1 else { return false }
        let reach = 2 * Foundation.log(visible)
        let position = position(i)
        let own = Vector3(Foundation.exp(self[i, 3]), Foundation.exp(self[i, 4]), Foundation.exp(self[i, 5]))
        let size = (own * own + filters.pointer[i]).squareRoot()
        let furthest = max(size.x, size.y, size.z)
        for camera in surroundings {
            let difference = camera.position - position
            let distance = dot(difference, difference)
            if distance < camera.radius * camera.radius { return true }
            guard distance <= reach * furthest * furthest else { continue }
            let turn = Quaternion(self[i, 6], self[i, 7], self[i, 8], self[i, 9]).normalized
            let inSplat = turn.inverse.rotate(difference) / size
            if dot(inSplat, inSplat) <= reach { return true }
        }
        return false
    }
}
