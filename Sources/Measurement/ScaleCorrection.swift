import Geometry

/// A distance that is known from elsewhere, by a tape or a laser, and what the model gives for it.
public struct CheckDistance: Sendable, Equatable {
    /// What messages call it: `A,B`, or its points.
    public var name: String
    /// The distance in the model, as it is without a correction of the scale.
    public var measured: MeasuredValue
    /// The true length, metres.
    public var length: Double
    /// Half of the interval in metres that holds the true length in 95 of 100 cases.
    public var tolerance: Double

    /// `measured` is a length above 0; `length` and `tolerance` are metres above 0.
    public init(name: String, measured: MeasuredValue, length: Double, tolerance: Double) {
        self.name = name
        self.measured = measured
        self.length = length
        self.tolerance = tolerance
    }
}

/// The scale of a model by check distances: the factor by which its lengths are multiplied, its uncertainty, and how well the
/// distances agree with it.
///
/// Weighted least squares of the ratios of true to measured lengths; the weights are those of the tape and of the model together.
/// docs/measurement.md, "Check distances".
public struct ScaleCorrection: Sendable, Equatable {
    /// One of the distances after the correction.
    public struct Residual: Sendable, Equatable {
        /// The distance.
        public var check: CheckDistance
        /// The true length less that of the corrected model, metres.
        public var value: Double
        /// Half of the interval in which the residual is expected in 95 of 100 cases, metres; nil where it is unknown.
        public var expected: Double?
        /// Whether it is outside of that interval: the distance, or its points, should be checked.
        public var isOutlier: Bool { expected.map { abs(value) > $0 } ?? false }
    }

    /// The factor from the model's lengths to true ones.
    public private(set) var scale: Double
    /// Of `scale`.
    public private(set) var uncertainty: Uncertainty
    /// In the order of the check distances.
    public private(set) var residuals: [Residual]
    /// Metres: deviation of each coordinate of a point by the residuals, where there is no other estimate.
    private var pointDeviation: Double?
    /// The share of the depths' error that `scale` contains.
    private var depthShare = 0.0
    /// Whether the model's own error model was used.
    private var usesNoise = false

    /// A model without an error model needs so many distances to estimate one.
    public static let minCount = 3
    /// More distances than these are refused.
    public static let maxCount = 100

    /// - Parameters:
    ///   - checks: measured without a correction, and with `SurfaceIndex.withoutScale`.
    ///   - noise: the model's error model.
    /// - Throws: `MeasurementError` where a distance can't be used.
    public init(_ checks: [CheckDistance], noise: NoiseModel?) throws(MeasurementError) {
        guard !checks.isEmpty, checks.count <= Self.maxCount else {
            throw MeasurementError("the scale needs 1 to \(Self.maxCount) check distances; there are \(checks.count)")
        }
        for check in checks { try Self.require(check) }
        let known = noise.flatMap { $0.caveat == nil ? $0 : nil }
        let isKnown = checks.allSatisfy { $0.measured.uncertainty.standard != nil }
        if known != nil, let unknown = checks.first(where: { $0.measured.uncertainty.standard == nil }) {
            throw MeasurementError(
                "check distance \(unknown.name): \(unknown.measured.uncertainty.reason ?? "error unknown"); choose other points")
        }
        usesNoise = known != nil
        // Relative variances of the ratios by the tape and the model's own errors.
        let ratios = checks.map { $0.length / $0.measured.value }
        let variances = zip(checks, ratios).map { check, ratio in
            let tape = check.tolerance / Uncertainty.coverageFactor
            let own = (check.measured.uncertainty.standard ?? 0) * ratio
            return (tape * tape + own * own) / (check.measured.value * check.measured.value)
        }
        let weights = variances.map { 1 / $0 }
        let total = weights.reduce(0, +)
        let scale = zip(weights, ratios).reduce(0.0) { $0 + $1.0 * $1.1 } / total
        let depths = checks.map { Self.depthChange(of: $0, known) / $0.measured.value }
        let share = zip(weights, depths).reduce(0.0) { $0 + $1.0 * $1.1 } / total
        self.scale = scale
        depthShare = share
        let depthError = (known?.scale.depth ?? 0) * scale
        let spreads = checks.indices.map { i in
            let depth = depthError * (depths[i] - share)
            return max(0, variances[i] - 1 / total) + depth * depth
        }
        residuals = checks.indices.map { i in
            let length = checks[i].measured.value
            return Residual(
                check: checks[i], value: checks[i].length - scale * length,
                expected: isKnown && checks.count > 1 ? Uncertainty.coverageFactor * length * spreads[i].squareRoot() : nil)
        }
        uncertainty = .unknown("")
        let freedom = checks.count - 1
        var square = 1 / total
        if freedom > 0 {
            // Where the distances disagree by more than their errors, all of these are larger (Birge 1932).
            let sum = checks.indices.reduce(0) { sum, i in
                let off = ratios[i] - scale
                let depth = depthError * (depths[i] - share)
                return sum + off * off / (variances[i] + depth * depth)
            }
            square *= max(1, sum / Double(freedom))
        }
        if isKnown {
            uncertainty = .standard(square.squareRoot())
        } else {
            estimateFromResiduals(square)
        }
    }

    /// Of a model whose errors are unknown, the residuals are the only evidence.
    private mutating func estimateFromResiduals(_ square: Double) {
        guard residuals.count >= Self.minCount else {
            uncertainty = .unknown(
                "the errors of the model are unknown, and fewer than \(Self.minCount) check distances can't show them")
            return
        }
        let freedom = residuals.count - 1
        let factor = StudentsT.quantile(freedom) / Uncertainty.coverageFactor
        let sum = residuals.reduce(0) { $0 + $1.value * $1.value }
        let deviation = (sum / Double(freedom)).squareRoot()
        uncertainty = .standard(factor * square.squareRoot())
        // Both ends of a distance contribute.
        pointDeviation = factor * deviation / 2.0.squareRoot()
        guard freedom >= Self.minCount else { return }
        // Each against the spread of the others: a large residual hides in a spread that contains it.
        for i in residuals.indices {
            let others = (sum - residuals[i].value * residuals[i].value) / Double(freedom - 1)
            let tape = residuals[i].check.tolerance / Uncertainty.coverageFactor
            residuals[i].expected = StudentsT.quantile(freedom - 1) * (others + tape * tape).squareRoot()
        }
    }

    private static func require(_ check: CheckDistance) throws(MeasurementError) {
        guard check.length.isFinite, check.length > 0, check.length <= 1e6, check.tolerance.isFinite, check.tolerance > 0 else {
            throw MeasurementError("check distance \(check.name): its length and its tolerance must be above 0 and below 1000 km")
        }
        guard check.tolerance < check.length else {
            throw MeasurementError("check distance \(check.name): its tolerance is as large as the distance; give it in metres")
        }
        guard check.measured.kind.quantity == .length, check.measured.value > 0 else {
            throw MeasurementError("check distance \(check.name): its points are equal in the model; choose two different points")
        }
        guard check.measured.points.count == 2, check.measured.points.allSatisfy({ $0.snap != .none }) else {
            throw MeasurementError("check distance \(check.name): its points are not on the surface; let them snap to it")
        }
    }

    /// By how many metres a distance grows for each unit of a relative error of depths.
    private static func depthChange(of check: CheckDistance, _ noise: NoiseModel?) -> Double {
        guard let noise else { return 0 }
        let points = check.measured.points.map(\.position)
        let along = (points[1] - points[0]).normalized
        return noise.scaleChange([
            Influence(place: points[0], gradient: -along, variance: 0), Influence(place: points[1], gradient: along, variance: 0),
        ]).depth
    }

    // MARK: What it changes

    /// A value of the corrected model: lengths multiply by the scale, areas by its square, volumes by its cube; angles stay.
    /// - Parameter value: measured in `index(_:)`.
    public func applied(to value: MeasuredValue) -> MeasuredValue {
        let power =
            switch value.kind.quantity {
            case .angle: 0
            case .length: 1
            case .area: 2
            case .volume: 3
            }
        var result = value
        guard power > 0 else { return result }
        let factor = (0..<power).reduce(1.0) { product, _ in product * scale }
        result.value *= factor
        switch (value.uncertainty, uncertainty) {
        case (.standard(let own), .standard(let common)):
            let shared = Double(power) * result.value * common / scale
            result.uncertainty = .standard((own * factor * own * factor + shared * shared).squareRoot())
        case (.standard, .unknown(let reason)): result.uncertainty = .unknown(reason)
        case (.unknown(Measurer.imported), .unknown(let reason)): result.uncertainty = .unknown(reason)
        case (.unknown, _): break
        }
        result.notes.append("Corrected by the \(statement).")
        return result
    }

    /// The surface with the errors that remain after the correction: without those of a common scale.
    public func index(_ index: SurfaceIndex) -> SurfaceIndex {
        var index = index
        if usesNoise {
            index.noise = noise(index.noise)
        } else if let pointDeviation {
            index.noise = nil
            var scatter = index.scatter ?? PointScatter()
            scatter.residual = pointDeviation
            index.scatter = scatter
        }
        return index
    }

    /// The same of an error model alone, for values of a plan.
    public func noise(_ noise: NoiseModel?) -> NoiseModel? {
        guard usesNoise, var noise else { return noise }
        noise.scale.deviation = 0
        noise.scale.depthShare = depthShare
        return noise
    }
}

extension ScaleCorrection {
    /// `scale 1.0062 ± 0.0009 (95 %) from 3 check distances`.
    public var statement: String {
        let count = residuals.count
        let source = "from \(count) check distance\(count == 1 ? "" : "s")"
        guard let half = uncertainty.halfWidth else {
            return "scale \(LengthUnits.fixed(scale, digits: 4)) (uncertainty unknown) \(source)"
        }
        var digits = 4
        var step = 1e-4
        while digits < 7, half < step {
            digits += 1
            step /= 10
        }
        // Up to the next digit: an interval is never stated narrower than it is.
        let shown = max(step, (half / step - 1e-6).rounded(.up) * step)
        return
            "scale \(LengthUnits.fixed(scale, digits: digits)) ± \(LengthUnits.fixed(shown, digits: digits)) (95 %) \(source)"
    }
}

extension SurfaceIndex {
    /// The surface with its own errors only, without that of its scale: what check distances are measured in.
    public var withoutScale: SurfaceIndex {
        var index = self
        index.noise?.scale = NoiseModel.Scale()
        return index
    }
}

/// Student's t-distribution.
enum StudentsT {
    /// What 97.5 % are below, by degrees of freedom from 1.
    private static let table = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110,
        2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ]

    /// Of 30 degrees and more that of 30: at most 4 % too wide.
    static func quantile(_ freedom: Int) -> Double { table[min(max(freedom, 1), table.count) - 1] }
}
