/// How far a measured value may lie from the true one (JCGM 100:2008, the GUM).
public enum Uncertainty: Sendable, Equatable {
    /// The standard uncertainty, in the value's own SI unit.
    case standard(Double)
    /// The uncertainty is unknown, with the reason: "no noise model: the mesh was imported".
    case unknown(String)

    /// The coverage factor of 95 % of a normal distribution.
    public static let coverageFactor = 1.959964

    /// The standard uncertainty; nil where unknown.
    public var standard: Double? { if case .standard(let u) = self { u } else { nil } }
    /// Half of the interval that holds the true value in 95 of 100 cases; nil where unknown.
    public var halfWidth: Double? { standard.map { Self.coverageFactor * $0 } }
    /// Why it is unknown; nil where it is known.
    public var reason: String? { if case .unknown(let reason) = self { reason } else { nil } }

    /// Of a variance, where there is one.
    init(variance: Result<Double, MeasurementError>) {
        switch variance {
        case .success(let v) where v.isFinite: self = .standard(max(0, v).squareRoot())
        case .success: self = .unknown("its error can't be estimated")
        case .failure(let error): self = .unknown(error.reason)
        }
    }
}

extension Uncertainty: Codable {
    private enum Key: String, CodingKey {
        case standard
        case halfWidth = "half_width_95"
        case unknown
    }

    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        if let standard = try c.decodeIfPresent(Double.self, forKey: .standard) {
            guard standard.isFinite, standard >= 0 else {
                throw DecodingError.dataCorruptedError(forKey: .standard, in: c, debugDescription: "must be 0 or more")
            }
            self = .standard(standard)
        } else {
            self = .unknown(try c.decode(String.self, forKey: .unknown))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var c = encoder.container(keyedBy: Key.self)
        switch self {
        case .standard(let u):
            try c.encode(u, forKey: .standard)
            // For readers that do not know the factor.
            try c.encode(u * Self.coverageFactor, forKey: .halfWidth)
        case .unknown(let reason): try c.encode(reason, forKey: .unknown)
        }
    }
}
