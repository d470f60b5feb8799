import Foundation
import Measurement

/// How often intervals held the truth, and how wide they were.
struct Tally {
    private var inside = 0
    private var unknown = 0
    private var halves = 0.0
    private var squares = 0.0
    private var bySeed: [UInt64: (inside: Int, all: Int)] = [:]
    private var count = 0

    mutating func add(_ trial: Trial, _ seed: UInt64) {
        guard let half = trial.value.uncertainty.halfWidth else {
            unknown += 1
            return
        }
        let error = trial.value.value - trial.truth
        let isInside = abs(error) <= half
        count += 1
        inside += isInside ? 1 : 0
        halves += half
        squares += error * error
        bySeed[seed, default: (0, 0)].inside += isInside ? 1 : 0
        bySeed[seed, default: (0, 0)].all += 1
    }

    /// Values of one scan share its drift: how far the coverage is known is told by how it differs from seed to seed.
    private var spread: Double {
        let shares = bySeed.values.map { Double($0.inside) / Double($0.all) }
        guard shares.count > 1 else { return .nan }
        let mean = shares.reduce(0, +) / Double(shares.count)
        let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(shares.count - 1)
        return (variance / Double(shares.count)).squareRoot()
    }

    var row: String {
        guard count > 0 else { return "0 | \(unknown) | | | | |" }
        let half = halves / Double(count)
        let rms = (squares / Double(count)).squareRoot()
        return String(
            format: "%d | %d | %.1f | %.1f | %.1f | %.1f | %.2f", count, unknown, 100 * Double(inside) / Double(count),
            100 * spread,
            1000 * half, 1000 * rms, half / (1.96 * rms))
    }
}
