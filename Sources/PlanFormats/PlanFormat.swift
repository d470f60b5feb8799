import ModelFormats
import FloorPlans

/// A kind of file that a floor plan is written to.
public enum PlanFormat: String, Sendable, CaseIterable {
    case json, svg, pdf, png, dxf, dwg, ifc

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

/// How a floor plan is to be written.
public struct PlanWriteOptions: Sendable, Equatable {
    /// Of the coordinates of dxf, dwg and ifc; nil: metres.
    public var unit: LengthUnit?
    /// What lengths and areas are labelled in.
    public var units: PlanUnits
    /// 50 for 1:50; nil: the largest usual one that fits the page. In dxf and dwg it sizes texts; nil: 50.
    public var scale: Double?
    /// nil: A4, or A3 where the plan is drawn larger on it (Letter and Tabloid where labels are imperial); 1:50 is large enough.
    public var page: PageSize?
    /// Pixels an inch of a PNG.
    public var dpi: Double
    /// Which storey svg and png show, counted from 0.
    public var storey: Int
    public var hasDimensions: Bool
    public var hasFurniture: Bool
    public var ifc: IFCSchema
    /// Measurements that are drawn in addition: in svg, pdf, png, dxf and dwg.
    public var marks: [PlanMark] = []

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
    case ifc4 = "IFC4"
    case ifc2x3 = "IFC2X3"
}

/// A sheet of paper in millimetres.
public struct PageSize: Sendable, Equatable {
    public var name: String
    public var width: Double
    public var height: Double

    public init(name: String, width: Double, height: Double) { (self.name, self.width, self.height) = (name, width, height) }

    /// ISO 216 and ANSI/ASME Y14.1 sheets, upright.
    public static let all = [
        PageSize(name: "A4", width: 210, height: 297), PageSize(name: "A3", width: 297, height: 420),
        PageSize(name: "A2", width: 420, height: 594), PageSize(name: "A1", width: 594, height: 841),
        PageSize(name: "A0", width: 841, height: 1189), PageSize(name: "Letter", width: 215.9, height: 279.4),
        PageSize(name: "Tabloid", width: 279.4, height: 431.8),
    ]

    public static func named(_ name: String) -> PageSize? { all.first { $0.name.lowercased() == name.lowercased() } }

    public var landscape: PageSize { PageSize(name: name, width: max(width, height), height: min(width, height)) }
}
