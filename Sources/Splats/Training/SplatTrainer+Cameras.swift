import Foundation
import Geometry
import Support

extension SplatTrainer {
    /// For each splat, whether a camera, also one of a held-out image, is within what is drawn of it.
    ///
    /// Such a splat hangs in the air where somebody stood. It is nearer than the nearest depth that is drawn here, so that no image
    /// moves it, but programs with a smaller one show it before everything else.
    func containsCamera() -> [Bool] {
        let cameras = (trained + heldOut).map(\.pose.translation)
        nonisolated(unsafe) let blocks = blocks
        return [Bool](unsafeUninitializedCapacity: blocks.count) { buffer, initialized in
            nonisolated(unsafe) let base = buffer.baseAddress
            Parallel.forEachRange(blocks.count) { range in
                for i in range { (base! + i).initialize(to: blocks.contains(anyOf: cameras, splat: i)) }
            }
            initialized = blocks.count
        }
    }
}

extension SplatBlocks {
    /// Whether one of the points is where the splat's density is not yet below what a pixel of 8 bit shows.
    func contains(anyOf points: [Vector3], splat i: Int) -> Bool {
        let visible = 255 * opacity(i)
        guard visible > 1 else { return false }
        let reach = 2 * Foundation.log(visible)
        let position = position(i)
        let own = Vector3(Foundation.exp(self[i, 3]), Foundation.exp(self[i, 4]), Foundation.exp(self[i, 5]))
        let size = (own * own + filters.pointer[i]).squareRoot()
        let furthest = max(size.x, size.y, size.z)
        for point in points {
            let difference = point - position
            guard dot(difference, difference) <= reach * furthest * furthest else { continue }
            let turn = Quaternion(self[i, 6], self[i, 7], self[i, 8], self[i, 9]).normalized
            let inSplat = turn.inverse.rotate(difference) / size
            if dot(inSplat, inSplat) <= reach { return true }
        }
        return false
    }
}
