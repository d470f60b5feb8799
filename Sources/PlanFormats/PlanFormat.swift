import ModelFormats
import FloorPlans

/// A file format of floor plans. The raw value is the file extension.
public enum PlanFormat: String, Sendable, CaseIterable {
    /// Diorama's own plan document (docs/plans.md); the only format that is read.
    case json
    /// Scalable Vector Graphics 1.1, one storey.
    case svg
    /// Portable Document Format, one page per storey.
    case pdf
    /// Portable Network Graphics, one storey.
    case png
    /// AutoCAD DXF, release 2000, text.
    case dxf
    /// AutoCAD DWG, release 2000, binary.
    case dwg
    /// Industry Foundation Classes as a STEP file (ISO 10303-21).
    case ifc

    /// The IANA media type, or the customary one.
    public var mediaType: String {
        switch self {
        case .json: "application/json"
        case .svg: "image/svg+xml"
        case .pdf: "application/pdf"
        case .png: "image/png"
        case .dxf: "image/vnd.dxf"
        case .dwg: "image/vnd.dwg"
        case .ifc: "application/x-step"
        }
    }

    /// "json, svg, pdf, png, dxf, dwg and ifc".
    public static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}

/// Options for writing a floor plan.
public struct PlanWriteOptions: Sendable, Equatable {
    /// The unit of the coordinates in dxf, dwg and ifc; nil: metres.
    public var unit: LengthUnit?
    /// The system of units in which lengths and areas are labelled.
    public var units: PlanUnits
    /// The denominator of the scale, 50 for 1:50; nil: the largest usual scale that fits the page. In dxf and dwg it sets the text
    /// height; nil: 50.
    public var scale: Double?
    /// The sheet of svg, pdf and png; nil: A4, or A3 where the plan is drawn larger on it (Letter and Tabloid where labels are
    /// imperial); 1:50 is large enough.
    public var page: PageSize?
    /// Resolution of a PNG in pixels per inch.
    public var dpi: Double
    /// The index of the storey that svg and png show.
    public var storey: Int
    /// Whether dimension lines are drawn.
    public var hasDimensions: Bool
    /// Whether furniture is drawn.
    public var hasFurniture: Bool
    /// The schema of an ifc file.
    public var ifc: IFCSchema
    /// Measurements to draw on the plan, in svg, pdf, png, dxf and dwg.
    public var marks: [PlanMark] = []

    /// Options with defaults that suit each format.
    public init(
        unit: LengthUnit? = nil, units: PlanUnits = .metric, scale: Double? = nil, page: PageSize? = nil, dpi: Double = 200,
        storey: Int = 0,
        hasDimensions: Bool = true, hasFurniture: Bool = true, ifc: IFCSchema = .ifc4
    ) {
        self.unit = unit
        self.units = units
        self.scale = scale
        self.page = page
        self.dpi = dpi
        self.storey = storey
        self.hasDimensions = hasDimensions
        self.hasFurniture = hasFurniture
        self.ifc = ifc
    }
}

/// The schema of an IFC file.
public enum IFCSchema: String, Sendable, CaseIterable, Codable {
    /// IFC4 (ISO 16739-1:2018).
    case ifc4 = "IFC4"
    /// IFC2x3 TC1, for older building software.
    case ifc2x3 = "IFC2X3"
}

/// A sheet of paper in millimetres.
public struct PageSize: Sendable, Equatable {
    /// The usual name: "A4".
    public var name: String
    /// Width in millimetres.
    public var width: Double
    /// Height in millimetres.
    public var height: Double

    /// A sheet of this size in millimetres.
    public init(name: String, width: Double, height: Double) {
        self.name = name
        self.width = width
        self.height = height
    }

    /// ISO 216 and ANSI/ASME Y14.1 sheets in portrait orientation.
    public static let all = [
        PageSize(name: "A4", width: 210, height: 297), PageSize(name: "A3", width: 297, height: 420),
        PageSize(name: "A2", width: 420, height: 594), PageSize(name: "A1", width: 594, height: 841),
        PageSize(name: "A0", width: 841, height: 1189), PageSize(name: "Letter", width: 215.9, height: 279.4),
        PageSize(name: "Tabloid", width: 279.4, height: 431.8),
    ]

    /// The sheet with this name, in any letter case; nil for an unknown name.
    public static func named(_ name: String) -> PageSize? { all.first { $0.name.lowercased() == name.lowercased() } }

    /// The same sheet in landscape orientation.
    public var landscape: PageSize { PageSize(name: name, width: max(width, height), height: min(width, height)) }
}
