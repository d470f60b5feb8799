import Foundation

/// Six numbers of one image that are trained along with the splats: two triples.
protocol ImageValues: Sendable, Equatable {
    /// No difference from what the capture says.
    init()
    /// The numbers, in units that are about as large for each of them; the last two are 0.
    init(numbers: SIMD8<Float>)
    var numbers: SIMD8<Float> { get }
    /// No number gets larger.
    static var most: Float { get }
}

extension ImageValues {
    /// Between two images; `share` is the second one's.
    static func between(_ a: Self, _ b: Self, share: Float) -> Self {
        Self(numbers: a.numbers + (b.numbers - a.numbers) * share)
    }
}

/// Values of an image while they are trained, with the averages of Adam (Kingma and Ba 2015). An image has few turns, so they are
/// short.
struct Trained<Values: ImageValues>: Sendable, Equatable {
    var values = Values()
    private var first = SIMD8<Float>(repeating: 0)
    private var second = SIMD8<Float>(repeating: 0)
    private var steps: Float = 0

    /// Numbers of a state in a checkpoint.
    static var stateCount: Int { 19 }

    init() {}

    /// The numbers of a checkpoint.
    init(state: [Float]) {
        func six(_ start: Int) -> SIMD8<Float> {
            var result = SIMD8<Float>(repeating: 0)
            for k in 0..<6 { result[k] = state[start + k] }
            return result
        }
        values = Values(numbers: six(0))
        first = six(6)
        second = six(12)
        steps = state[18]
    }

    var state: [Float] { [values.numbers, first, second].flatMap { six in (0..<6).map { six[$0] } } + [steps] }

    /// One step. `pull` draws the values to none: without it, the scene and its images could drift together.
    mutating func step(_ gradient: SIMD8<Float>, rate: Float, pull: Float) {
        steps += 1
        let a = 1 - Foundation.pow(Float(0.9), steps)
        let b = 1 - Foundation.pow(Float(0.99), steps)
        let now = values.numbers
        let slope = gradient + pull * now
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope * slope
        let next = now - rate * (first / a) / ((second / b).squareRoot() + 1e-8)
        values = Values(
            numbers: next.clamped(lowerBound: SIMD8(repeating: -Values.most), upperBound: SIMD8(repeating: Values.most)))
    }

    /// Moves the values of these images by the same so that their mean is none: what they have in common says nothing about any of
    /// them, and images that aren't trained have none.
    static func center(_ list: inout [Self], of chosen: some Collection<Int>) {
        guard !chosen.isEmpty else { return }
        let mean = chosen.reduce(SIMD8<Float>(repeating: 0)) { $0 + list[$1].values.numbers } / Float(chosen.count)
        for i in chosen { list[i].values = Values(numbers: list[i].values.numbers - mean) }
    }
}

extension SIMD8<Float> {
    /// Two triples.
    init(_ a: SIMD3<Float>, _ b: SIMD3<Float>) { self.init(a.x, a.y, a.z, b.x, b.y, b.z, 0, 0) }

    var triples: (SIMD3<Float>, SIMD3<Float>) { (SIMD3(self[0], self[1], self[2]), SIMD3(self[3], self[4], self[5])) }
}
