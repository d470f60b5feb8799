/// The unit of length of a file's coordinates.
public enum LengthUnit: String, Sendable, CaseIterable, Codable {
    /// 1 m.
    case metre = "m"
    /// 0.01 m.
    case centimetre = "cm"
    /// 0.001 m.
    case millimetre = "mm"
    /// The international foot of 1959: 0.3048 m.
    case foot = "ft"
    /// The international inch of 1959: 0.0254 m.
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

    /// The plural name, "millimetres", as comments of written files declare it.
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
public enum UpAxis: String, Sendable, CaseIterable, Codable {
    /// y up, as in glTF.
    case y
    /// z up, as in CAD and surveying.
    case z
}

/// Options for writing a model.
public struct WriteOptions: Sendable, Equatable {
    /// The unit of the file's coordinates; nil for the format's default.
    public var unit: LengthUnit?
    /// The up axis of the file; nil for the format's default.
    public var up: UpAxis?
    /// glTF: positions, normals and texture coordinates as 16- and 8-bit integers (KHR_mesh_quantization): half the size, less
    /// precision.
    public var quantizes: Bool
    /// Whether arrays are compressed, in formats that allow both; nil for the format's default.
    public var compresses: Bool?
    /// STL: colours of faces in their attribute bytes, by the convention of VisCAM and SolidView.
    public var storesFacetColors: Bool

    /// Options with defaults that suit each format.
    public init(
        unit: LengthUnit? = nil, up: UpAxis? = nil, quantizes: Bool = false, compresses: Bool? = nil,
        storesFacetColors: Bool = false
    ) {
        self.unit = unit
        self.up = up
        self.quantizes = quantizes
        self.compresses = compresses
        self.storesFacetColors = storesFacetColors
    }
}
