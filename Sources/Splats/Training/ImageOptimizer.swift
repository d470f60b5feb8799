import Foundation

/// Adam for six numbers of one image that are trained along with the splats (Kingma and Ba 2015). An image has few turns, so its
/// averages are short.
struct ImageOptimizer: Sendable, Equatable {
    private var first = SIMD8<Float>(repeating: 0)
    private var second = SIMD8<Float>(repeating: 0)
    private var steps: Float = 0

    /// Numbers of a state in a checkpoint.
    static let stateCount = 13

    init() {}

    /// The numbers of a checkpoint.
    init(state: ArraySlice<Float>) {
        let list = Array(state)
        for k in 0..<6 {
            first[k] = list[k]
            second[k] = list[6 + k]
        }
        steps = list[12]
    }

    var state: [Float] { (0..<6).map { first[$0] } + (0..<6).map { second[$0] } + [steps] }

    /// One step: by how much the values change.
    mutating func step(_ gradient: SIMD8<Float>, rates: SIMD8<Float>) -> SIMD8<Float> {
        steps += 1
        let a = 1 - Foundation.pow(Float(0.9), steps)
        let b = 1 - Foundation.pow(Float(0.99), steps)
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient * gradient
        return -rates * (first / a) / ((second / b).squareRoot() + 1e-8)
    }
}

extension SIMD8<Float> {
    /// Two triples.
    init(_ a: SIMD3<Float>, _ b: SIMD3<Float>) { self.init(a.x, a.y, a.z, b.x, b.y, b.z, 0, 0) }

    var triples: (SIMD3<Float>, SIMD3<Float>) { (SIMD3(self[0], self[1], self[2]), SIMD3(self[3], self[4], self[5])) }
}
