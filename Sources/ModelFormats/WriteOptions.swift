/// The unit of length of a file's coordinates.
public enum LengthUnit: String, Sendable, CaseIterable, Codable {
    case metre = "m"
    case centimetre = "cm"
    case millimetre = "mm"
    case foot = "ft"
    case inch = "in"

    /// Metres in one unit. Feet and inches are the international ones of 1959.
    public var metres: Double {
        switch self {
        case .metre: 1
        case .centimetre: 0.01
        case .millimetre: 0.001
        case .foot: 0.3048
        case .inch: 0.0254
        }
    }

    /// Units in one metre: exact where that is a whole number.
    package var perMetre: Double {
        switch self {
        case .metre: 1
        case .centimetre: 100
        case .millimetre: 1000
        case .foot, .inch: 1 / metres
        }
    }

    /// "millimetres", as files of ours tell it.
    public var plural: String {
        switch self {
        case .metre: "metres"
        case .centimetre: "centimetres"
        case .millimetre: "millimetres"
        case .foot: "feet"
        case .inch: "inches"
        }
    }
}

/// The axis of a file's coordinates that points up.
public enum UpAxis: String, Sendable, CaseIterable, Codable { case y, z }

/// How a model is to be written.
public struct WriteOptions: Sendable, Equatable {
    /// The unit of the file's coordinates; nil: what is customary for the format.
    public var unit: LengthUnit?
    /// The axis that points up in the file; nil: what is customary for the format.
    public var up: UpAxis?
    /// glTF: positions, normals and texture coordinates as 16- and 8-bit integers (KHR_mesh_quantization): half the size, less
    /// precision.
    public var quantizes: Bool
    /// Whether arrays are compressed where the format leaves the choice; nil: what is customary for the format.
    public var compresses: Bool?

    public init(unit: LengthUnit? = nil, up: UpAxis? = nil, quantizes: Bool = false, compresses: Bool? = nil) {
        self.unit = unit
        self.up = up
        self.quantizes = quantizes
        self.compresses = compresses
    }
}
