/// A vector of length 1 in a byte a component.
struct UnitVector: Sendable, Equatable {
    private let components: [Int8]

    /// - Returns: nil for a vector without direction.
    init?(_ vector: [Float]) {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 1e-6, length.isFinite else { return nil }
        components = vector.map { Int8(max(-127, min(127, ($0 / length * 127).rounded()))) }
    }

    /// The cosine of the angle between two vectors of the same dimension.
    func similarity(to other: UnitVector) -> Float {
        var sum: Int32 = 0
        for i in 0..<min(components.count, other.components.count) {
            sum += Int32(components[i]) * Int32(other.components[i])
        }
        return Float(sum) / (127 * 127)
    }
}
