import Foundation
import Measurement

/// Finds the noise model's numbers by the interval score (Gneiting and Raftery 2007, "Strictly proper scoring rules", 6.2): the
/// width plus 2/α times what the truth lies outside. Its minimum is the narrowest interval that covers 95 %.
struct Fit {
    /// A variance is a sum of parts, each a number squared times what the places give.
    private struct Row {
        var error: Double
        var base: Double
        /// sensor, flat, detail, plane, then translation and rotation for each exponent.
        var parts: [Double]
    }

    private static let exponents = [0.5, 0.8, 1, 1.2, 1.5]
    private var rows: [Row] = []

    mutating func add(_ pair: Pair, _ noise: NoiseModel) throws {
        let none = NoiseModel.Surface(flat: 0, detail: 0, lateral: 0, plane: 0)
        func variances(_ change: (inout NoiseModel) -> Void) throws -> [(Double?, Double)] {
            var model = noise
            model.sensor = .init(base: 0, growth: 0, limit: 0, unsure: 1)
            model.drift = .init(translation: 0, rotation: 0, exponent: 1)
            model.surface = none
            change(&model)
            let trials: [Trial] = try pair.measurements(model) { click in
                let normal = click.point.normal ?? .zero
                let flat = model.surface.flat * model.voxelSize
                let detail = model.surface.detail * click.roughness
                let sensor = model.sensor == .phone ? click.sensorVariance : 0
                var point = click.point
                point.covariance = Covariance(along: normal, variance: sensor + flat * flat + detail * detail)
                return point
            }
            return trials.filter(\.isDistance).map { t in (t.value.uncertainty.standard.map { $0 * $0 }, t.value.value - t.truth) }
        }
        let base = try variances { _ in }
        var parts = try [
            variances { $0.sensor = .phone }, variances { $0.surface.flat = 1 }, variances { $0.surface.detail = 1 },
            variances { $0.surface.plane = 1 },
        ]
        for exponent in Self.exponents {
            parts.append(try variances { $0.drift = .init(translation: 1, rotation: 0, exponent: exponent) })
            parts.append(try variances { $0.drift = .init(translation: 0, rotation: 1, exponent: exponent) })
        }
        for (i, (variance, error)) in base.enumerated() {
            guard let variance else { continue }
            rows.append(Row(error: error, base: variance, parts: parts.map { max(0, ($0[i].0 ?? variance) - variance) }))
        }
    }

    func run() {
        print("\(rows.count) distances")
        for k in Self.exponents.indices {
            var numbers = [1, 0.1, 0.5, 0.05, 0.001, 0.0003]
            var best = score(numbers, k)
            // Numbers one by one, up or down by ever smaller factors.
            for step in [2, 1.5, 1.2, 1.1, 1.05, 1.02] {
                var isBetter = true
                while isBetter {
                    isBetter = false
                    for i in numbers.indices {
                        for factor in [step, 1 / step] {
                            var tried = numbers
                            tried[i] *= factor
                            let s = score(tried, k)
                            // Numbers that hardly matter stop near nothing.
                            if s < best * (1 - 1e-6), tried[i] > 1e-6 { (best, numbers, isBetter) = (s, tried, true) }
                        }
                    }
                }
            }
            let names = ["sensor", "flat", "detail", "plane", "translation", "rotation"]
            let list = zip(names, numbers).map { "\($0) " + String(format: "%.6f", $1) }.joined(separator: ", ")
            print(
                "exponent \(Self.exponents[k]): \(list); "
                    + String(format: "score %.3f mm, coverage %.1f %%", 1000 * best, 100 * coverage(numbers, k)))
        }
    }

    private func coverage(_ numbers: [Double], _ k: Int) -> Double {
        Double(rows.filter { abs($0.error) <= half($0, numbers: numbers, exponent: k) }.count) / Double(max(1, rows.count))
    }

    private func half(_ row: Row, numbers n: [Double], exponent k: Int) -> Double {
        let places = [0, 1, 2, 3, 4 + 2 * k, 5 + 2 * k]
        let variance = zip(n, places).reduce(row.base) { $0 + $1.0 * $1.0 * row.parts[$1.1] }
        return Uncertainty.coverageFactor * variance.squareRoot()
    }

    private func score(_ numbers: [Double], _ k: Int) -> Double {
        rows.reduce(0) { sum, row in
            let half = half(row, numbers: numbers, exponent: k)
            return sum + 2 * half + 40 * max(0, abs(row.error) - half)
        } / Double(max(1, rows.count))
    }
}
