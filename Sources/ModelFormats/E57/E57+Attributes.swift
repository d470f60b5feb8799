import Geometry

extension E57 {
    /// The name of a point field as an attribute.
    struct AttributeName {
        var name: String
        var details: String?
        /// What is added to the field's values: returns are counted from 0 in E57.
        var addend = 0.0

        private typealias Name = PointAttribute.Name

        /// - Parameter field: the name in the file, with the prefix of its extension.
        init(field: String) {
            switch field {
            case "intensity": name = Name.intensity
            case "rowIndex": name = Name.row
            case "columnIndex": name = Name.column
            case "returnIndex":
                name = Name.returnNumber
                addend = 1
            case "returnCount": name = Name.returnCount
            case "timeStamp":
                name = Name.gpsTime
                details = "seconds since the scan began"
            default:
                let plain = field.contains(":") ? String(field.drop { $0 != ":" }.dropFirst()) : field
                name = Name.standard(plain) ?? plain
            }
        }
    }

    /// The prefix and the identifier of the extension that attributes are stored with for which the standard has no field.
    static let attributePrefix = "attr"
    static let attributeNamespace = "urn:diorama:e57:point-attributes"

    /// The most attributes of a point: a packet has to hold some points.
    private static let maxAttributes = 500

    /// The fields of a cloud's attributes, in the types that they are stored in.
    static func columns(_ cloud: PointCloud, _ losses: inout [Loss]) -> [AttributeColumn] {
        typealias Name = PointAttribute.Name
        var standard: [AttributeColumn] = []
        var others: [PointAttribute] = []
        for attribute in cloud.attributes.prefix(maxAttributes) {
            func integers(_ field: String, subtracting: Int) {
                // Counted from 0, in the smallest type.
                let values = attribute.values
                let most = subtracting == 0 && attribute.name != Name.returnCount ? 4_294_967_295.0 : 255
                guard values.areIntegers(in: Double(subtracting)...most), let range = values.range else {
                    return others.append(attribute)
                }
                let type: PointAttribute.Scalar = range.upperBound <= 255 ? .uint8 : range.upperBound <= 65535 ? .uint16 : .uint32
                var copy = attribute
                copy.values = values.converted(to: type)
                if subtracting > 0, case .uint8(let numbers) = copy.values {
                    copy.values = .uint8(numbers.map { $0 - UInt8(subtracting) })
                }
                standard.append(AttributeColumn(copy, name: field))
            }
            switch attribute.name {
            case Name.intensity: standard.append(AttributeColumn(attribute, name: "intensity"))
            case Name.row: integers("rowIndex", subtracting: 0)
            case Name.column: integers("columnIndex", subtracting: 0)
            case Name.returnNumber: integers("returnIndex", subtracting: 1)
            case Name.returnCount: integers("returnCount", subtracting: 0)
            case Name.gpsTime: standard.append(AttributeColumn(attribute, name: "timeStamp"))
            default: others.append(attribute)
            }
        }
        if cloud.attributes.count > maxAttributes {
            losses.append(
                Loss(
                    .attributes,
                    "E57 is written with \(maxAttributes) attributes; \(cloud.attributes.count - maxAttributes) were omitted."))
        }
        // Names of XML elements.
        let named = AttributeColumn.columns(others, used: []) { c in
            c == "_" || c == "-" || c.isASCII && (c.properties.isAlphabetic || ("0"..."9").contains(c))
        }
        let extended = named.map { column in
            let start = column.name.first?.isLetter ?? false ? "" : "_"
            return AttributeColumn(column.attribute, name: "\(attributePrefix):\(start)\(column.name)")
        }
        let changed = zip(extended, others).filter { $0.name != "\(attributePrefix):\($1.name)" }.map { column, attribute in
            AttributeColumn(attribute, name: String(column.name.dropFirst(attributePrefix.count + 1)))
        }
        if let loss = AttributeColumn.nameLoss(changed, "E57") { losses.append(loss) }
        return standard + extended
    }
}
