import Codecs
import Geometry
import Models

extension AffineMap {
    /// A node's own transform: its matrix, or translation · rotation · scale (glTF, section 3.5.2).
    init(_ node: GLTFDocument.Node, _ number: Int) throws(FormatError) {
        func values(_ list: [Double]?, count: Int, name: String) throws(FormatError) -> [Double]? {
            guard let list else { return nil }
            guard list.count == count, list.allSatisfy({ $0.isFinite }) else {
                throw .unreadable("the \(name) of node \(number) is not \(count) finite numbers")
            }
            return list
        }
        if let m = try values(node.matrix, count: 16, name: "matrix") {
            self.init(columns: m)
            return
        }
        let t = try values(node.translation, count: 3, name: "translation") ?? [0, 0, 0]
        let r = try values(node.rotation, count: 4, name: "rotation") ?? [0, 0, 0, 1]
        let s = try values(node.scale, count: 3, name: "scale") ?? [1, 1, 1]
        self =
            .translation(SIMD3(t[0], t[1], t[2])) * AffineMap(quaternion: SIMD4(r[0], r[1], r[2], r[3]))
            * .scale(SIMD3(s[0], s[1], s[2]))
    }

    /// The rotation of a quaternion x y z w, which need not be of unit length.
    init(quaternion q: SIMD4<Double>) {
        let square = (q * q).sum()
        guard square > 0, square.isFinite else {
            self = .identity
            return
        }
        let s = 2 / square
        let x = q.x
        let y = q.y
        let z = q.z
        let w = q.w
        self.init(
            x: SIMD3(1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)),
            y: SIMD3(s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)),
            z: SIMD3(s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)))
    }
}
