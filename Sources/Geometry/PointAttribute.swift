/// A value for each point or vertex, by name: intensity, classification, return number, or any scalar field.
public struct PointAttribute: Sendable, Equatable {
    /// The numbers as the file stores them.
    public enum Values: Sendable, Equatable {
        /// Unsigned integers of 8 bits: classification, return number.
        case uint8([UInt8])
        /// Unsigned integers of 16 bits: intensity of LAS, colour channels.
        case uint16([UInt16])
        /// Unsigned integers of 32 bits.
        case uint32([UInt32])
        /// Signed integers of 8 bits.
        case int8([Int8])
        /// Signed integers of 16 bits: scan angle of LAS 1.4.
        case int16([Int16])
        /// Signed integers of 32 bits.
        case int32([Int32])
        /// Floats.
        case float([Float])
        /// Doubles: GPS time.
        case double([Double])

        /// How many values there are.
        public var count: Int {
            switch self {
            case .uint8(let v): v.count
            case .uint16(let v): v.count
            case .uint32(let v): v.count
            case .int8(let v): v.count
            case .int16(let v): v.count
            case .int32(let v): v.count
            case .float(let v): v.count
            case .double(let v): v.count
            }
        }

        /// Bytes of one value.
        public var size: Int { type.size }

        /// Value `i` as a double, which holds all of these types exactly.
        public subscript(i: Int) -> Double {
            switch self {
            case .uint8(let v): Double(v[i])
            case .uint16(let v): Double(v[i])
            case .uint32(let v): Double(v[i])
            case .int8(let v): Double(v[i])
            case .int16(let v): Double(v[i])
            case .int32(let v): Double(v[i])
            case .float(let v): Double(v[i])
            case .double(let v): v[i]
            }
        }

        /// The values at these indices.
        public func picked(_ places: [Int]) -> Values {
            switch self {
            case .uint8(let v): .uint8(places.map { v[$0] })
            case .uint16(let v): .uint16(places.map { v[$0] })
            case .uint32(let v): .uint32(places.map { v[$0] })
            case .int8(let v): .int8(places.map { v[$0] })
            case .int16(let v): .int16(places.map { v[$0] })
            case .int32(let v): .int32(places.map { v[$0] })
            case .float(let v): .float(places.map { v[$0] })
            case .double(let v): .double(places.map { v[$0] })
            }
        }
    }

    /// The name. Those of `PointAttribute.Name` have one meaning in all formats; any other one is a scalar field.
    public var name: String
    /// One for each point.
    public var values: Values
    /// What the file says about it, such as a unit; nil where it says nothing.
    public var details: String?

    /// An attribute of its values.
    public init(_ name: String, _ values: Values, details: String? = nil) {
        self.name = name
        self.values = values
        self.details = details
    }

    /// Names with one meaning in all formats (ASPRS LAS 1.4, ASTM E2807).
    public enum Name {
        /// Strength of the laser's return; unsigned 16 bits in LAS.
        public static let intensity = "intensity"
        /// ASPRS class of the point: 2 ground, 6 building, and so on.
        public static let classification = "classification"
        /// Flags of LAS 1.4: synthetic 1, key point 2, withheld 4, overlap 8.
        public static let classificationFlags = "classification_flags"
        /// Which of the pulse's returns it is, from 1.
        public static let returnNumber = "return_number"
        /// How many returns the pulse has.
        public static let returnCount = "number_of_returns"
        /// Seconds, as the file counts them.
        public static let gpsTime = "gps_time"
        /// Degrees.
        public static let scanAngle = "scan_angle"
        /// The file or scan that the point comes from.
        public static let pointSource = "point_source_id"
        /// Freely used by programs.
        public static let userData = "user_data"
        /// Channel of the scanner head.
        public static let scannerChannel = "scanner_channel"
        /// 1 where the mirror moved from left to right.
        public static let scanDirection = "scan_direction_flag"
        /// 1 at the end of a scan line.
        public static let edgeOfFlightLine = "edge_of_flight_line"
        /// Row of the point in its scan's grid, from 0.
        public static let row = "row_index"
        /// Column of the point in its scan's grid, from 0.
        public static let column = "column_index"
        /// Near infrared; unsigned 16 bits in LAS.
        public static let nearInfrared = "nir"
        /// How certain the point is; 0…1 or the file's own steps.
        public static let confidence = "confidence"
        /// Red, green and blue as the file stores them, where colours have more than eight bits.
        public static let channels = ["red", "green", "blue"]

        /// All of them.
        public static let all = [
            intensity, classification, classificationFlags, returnNumber, returnCount, gpsTime, scanAngle, pointSource, userData,
            scannerChannel, scanDirection, edgeOfFlightLine, row, column, nearInfrared, confidence,
        ]

        /// The name with one meaning for a field that other programs write in another way (`Intensity`, `scalar_GpsTime`,
        /// `Return Number`); nil for any other field.
        public static func standard(_ field: String) -> String? {
            let key = letters(field)
            if let name = all.first(where: { letters($0) == key }) { return name }
            switch key {
            case "class", "asprsclass": return classification
            case "returns", "numreturns", "returncount": return returnCount
            case "returnnum": return returnNumber
            case "scananglerank": return scanAngle
            case "pointsource": return pointSource
            case "scanchannel": return scannerChannel
            case "edgeofflight", "edgeflightline": return edgeOfFlightLine
            case "scandirection": return scanDirection
            case "infrared", "nearinfrared": return nearInfrared
            default: return nil
            }
        }

        /// The letters and digits of a name in lower case, without the prefix of CloudCompare's scalar fields.
        private static func letters(_ name: String) -> String {
            var result: [UInt8] = []
            for byte in (name.hasPrefix("scalar_") ? name.dropFirst(7) : name[...]).utf8 {
                if byte >= 0x41 && byte <= 0x5A {
                    result.append(byte | 0x20)
                } else if byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80 {
                    result.append(byte)
                }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }
}
