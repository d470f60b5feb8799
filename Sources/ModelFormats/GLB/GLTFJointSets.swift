import Geometry

/// The joints and weights of vertices: sets of four in a file, at most four in all in a scene.
struct GLTFJointSets {
    private(set) var joints: [SIMD4<UInt16>]
    private(set) var weights: [SIMD4<Float>]
    /// Whether a vertex had more than four joints, of which the weakest were left out.
    private(set) var isReduced = false

    /// - Parameters:
    ///   - sets: at least one; accessors of joints and of their weights.
    ///   - range: the vertices.
    init(_ sets: [(joints: GLTFAccessor, weights: GLTFAccessor)], _ range: Range<Int>) {
        let all = sets.map { set in
            (
                [SIMD4<Float>](count: range.count) { part, target in
                    for i in part { target[i] = set.joints.vector(range.lowerBound + i) }
                }, set.weights.quads(range)
            )
        }
        joints = Array(repeating: .zero, count: range.count)
        weights = Array(repeating: .zero, count: range.count)
        for i in 0..<range.count {
            var found: [(joint: UInt16, weight: Float)] = []
            for (joints, weights) in all {
                for k in 0..<4 where weights[i][k] > 0 && weights[i][k].isFinite {
                    let joint = UInt16(joints[i][k])
                    if let known = found.firstIndex(where: { $0.joint == joint }) {
                        found[known].weight += weights[i][k]
                    } else {
                        found.append((joint, weights[i][k]))
                    }
                }
            }
            if found.count > 4 {
                isReduced = true
                // Of equal ones the earlier first, so that the result does not depend on the sorting method.
                let order = found.indices.sorted { (found[$1].weight, $0) < (found[$0].weight, $1) }
                found = order.prefix(4).map { found[$0] }
            }
            for (k, one) in found.enumerated() {
                joints[i][k] = one.joint
                weights[i][k] = one.weight
            }
            weights[i] = Self.normalized(weights[i])
        }
    }

    /// Weights that add up to 1, unless they do so already up to rounding, or there are none.
    static func normalized(_ w: SIMD4<Float>) -> SIMD4<Float> {
        let sum = w.x + w.y + w.z + w.w
        return sum > 0 && abs(sum - 1) > 3e-7 ? w / sum : w
    }
}
