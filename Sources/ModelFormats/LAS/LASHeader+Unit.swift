extension LASHeader {
    /// Metres in one unit of the file's x, y and z.
    func unit(_ notes: inout [String]) -> SIMD3<Double> {
        if let crs {
            let units = WKTUnits(crs)
            if units.isGeographic {
                notes.append("Coordinates are degrees of longitude and latitude; the values were read as metres.")
                return SIMD3(1, 1, units.vertical ?? 1)
            }
            let horizontal = units.horizontal ?? 1
            return SIMD3(horizontal, horizontal, units.vertical ?? horizontal)
        }
        guard !geoKeys.isEmpty else {
            notes.append("The file declares no unit; read as metres.")
            return SIMD3(repeating: 1)
        }
        // GeoTIFF 1.0: 1024 kind of system, 3072 projected system, 3076 and 4099 linear units.
        let code = geoKeys[3072].flatMap { $0 > 0 && $0 < 32767 ? " (EPSG:\($0))" : nil } ?? ""
        notes.append("The coordinate reference system\(code) is declared by GeoTIFF keys and was not imported.")
        if geoKeys[1024] == 2 {
            notes.append("Coordinates are degrees of longitude and latitude; the values were read as metres.")
            return SIMD3(repeating: 1)
        }
        let horizontal = Self.length(geoKeys[3076]) ?? 1
        return SIMD3(horizontal, horizontal, Self.length(geoKeys[4099]) ?? horizontal)
    }

    /// Metres of an EPSG unit of length.
    private static func length(_ code: UInt16?) -> Double? {
        switch code {
        case 9001: 1
        case 9002: 0.3048
        case 9003: 1200.0 / 3937
        default: nil
        }
    }
}

/// The units of length that a coordinate reference system names in WKT (OGC 01-009, ISO 19162).
struct WKTUnits {
    /// Metres in a unit of eastings and northings.
    private(set) var horizontal: Double?
    /// Metres in a unit of heights.
    private(set) var vertical: Double?
    /// Whether coordinates are in degrees.
    private(set) var isGeographic = false

    init(_ text: String) {
        // Only units directly inside of these are lengths of coordinates; those of angles lie deeper, in the geographic system.
        var path: [Substring] = []
        var word: Substring = ""
        var isProjected = false
        var hasAngles = false
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case "\"":
                let rest = text[text.index(after: index)...]
                index = rest.firstIndex(of: "\"") ?? text.index(before: text.endIndex)
            case "[", "(":
                path.append(word)
                guard path.count < 64 else { return }
                if Self.projected.contains(word) { isProjected = true }
                if Self.geographic.contains(word) { hasAngles = true }
                if Self.units.contains(word), let value = Self.second(text[text.index(after: index)...]), value > 0, value < 1e6 {
                    let owners = path.dropLast()
                    let owner = owners.last { $0 != "AXIS" && $0 != "CS" } ?? ""
                    if Self.projected.contains(owner) { horizontal = value }
                    if Self.verticals.contains(owner) { vertical = value }
                }
                word = ""
            case "]", ")":
                path = path.dropLast()
                word = ""
            case ",", " ", "\n", "\r", "\t":
                word = ""
            default:
                word = word.isEmpty ? text[index...index] : text[word.startIndex...index]
            }
            index = text.index(after: index)
        }
        isGeographic = hasAngles && !isProjected
    }

    private static let projected: Set<Substring> = ["PROJCS", "PROJCRS", "PROJECTEDCRS", "LOCAL_CS", "ENGCRS"]
    private static let geographic: Set<Substring> = ["GEOGCS", "GEOGCRS", "GEODCRS", "GEOGRAPHICCRS"]
    private static let verticals: Set<Substring> = ["VERT_CS", "VERTCRS", "VERTICALCRS"]
    private static let units: Set<Substring> = ["UNIT", "LENGTHUNIT"]

    /// The number behind the name: `"foot",0.3048`.
    private static func second(_ text: Substring) -> Double? {
        let parts = text.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let comma = parts[2].firstIndex(of: ","), parts[2][..<comma].allSatisfy(\.isWhitespace) else {
            return nil
        }
        let inside = parts[2]
        let number = inside[inside.index(after: comma)...].prefix { $0 != "," && $0 != "]" && $0 != ")" }
        let value = Double(number.filter { !$0.isWhitespace })
        // Some programs write feet with the factor 1.
        let name = parts[1].lowercased()
        guard value == 1, name.contains("foot") || name.contains("feet") else { return value }
        return name.contains("us") ? 1200.0 / 3937 : 0.3048
    }
}
