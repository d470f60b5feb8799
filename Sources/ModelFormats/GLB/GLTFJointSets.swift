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
        if sets.count == 1 {
            let first = range.lowerBound
            let set = sets[0]
            joints = [SIMD4<UInt16>](count: range.count) { part, target in
                for i in part { target[i] = Self.cleaned(set.joints.vector(first + i), set.weights.vector(first + i)).joints }
            }
            weights = [SIMD4<Float>](count: range.count) { part, target in
                for i in part { target[i] = Self.cleaned(set.joints.vector(first + i), set.weights.vector(first + i)).weights }
            }
            return
        }
        let all = sets.map { (joints: $0.joints.quads(range), weights: $0.weights.quads(range)) }
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

    /// Four joints of which each has a weight and occurs once; the others are 0.
    private static func cleaned(
        _ numbers: SIMD4<Float>, _ given: SIMD4<Float>
    ) -> (joints: SIMD4<UInt16>, weights: SIMD4<Float>) {
        var joints = SIMD4<UInt16>(numbers)
        var weights = given
        for k in 0..<4 {
            let same = weights[k] > 0 ? (0..<k).first { weights[$0] > 0 && joints[$0] == joints[k] } : nil
            if let same { weights[same] += weights[k] }
            guard same != nil || !(weights[k] > 0 && weights[k].isFinite) else { continue }
            weights[k] = 0
            joints[k] = 0
        }
        return (joints, normalized(weights))
    }

    /// Weights that add up to 1, unless they do so already up to rounding, or there are none.
    static func normalized(_ w: SIMD4<Float>) -> SIMD4<Float> {
        let sum = w.x + w.y + w.z + w.w
        return sum > 0 && abs(sum - 1) > 3e-7 ? w / sum : w
    }
}
