import FloorPlans
import Foundation

extension IFCBuilder {
    /// The project with its units and contexts.
    mutating func project() -> STEPValue {
        if schema == .ifc2x3 { history = ownerHistory() }
        let units = file.add(
            "IFCUNITASSIGNMENT",
            [
                .list([
                    lengthUnit(), si("AREAUNIT", name: "SQUARE_METRE"), si("VOLUMEUNIT", name: "CUBIC_METRE"),
                    si("PLANEANGLEUNIT", name: "RADIAN"),
                ])
            ])
        let north: STEPValue =
            plan.north.map { angle in file.add("IFCDIRECTION", [[.real(-sin(angle)), .real(cos(angle))]]) } ?? nil
        let context = file.add(
            "IFCGEOMETRICREPRESENTATIONCONTEXT",
            [nil, "Model", .integer(3), .real(1e-5 * unit.perMetre), axes(.zero), north])
        func sub(_ name: String, _ view: String) -> [STEPValue] {
            [.text(name), "Model", .derived, .derived, .derived, .derived, context, nil, .enumeration(view), nil]
        }
        body = file.add("IFCGEOMETRICREPRESENTATIONSUBCONTEXT", sub("Body", "MODEL_VIEW"))
        axis = file.add("IFCGEOMETRICREPRESENTATIONSUBCONTEXT", sub("Axis", "GRAPH_VIEW"))
        return root("IFCPROJECT", key: "project", values: [.text(plan.name), nil, nil, nil, nil, [context], units])
    }

    private mutating func si(_ kind: String, name: String, prefix: String? = nil) -> STEPValue {
        file.add("IFCSIUNIT", [.derived, .enumeration(kind), prefix.map { .enumeration($0) } ?? nil, .enumeration(name)])
    }

    private mutating func lengthUnit() -> STEPValue {
        switch unit {
        case .metre: return si("LENGTHUNIT", name: "METRE")
        case .centimetre: return si("LENGTHUNIT", name: "METRE", prefix: "CENTI")
        case .millimetre: return si("LENGTHUNIT", name: "METRE", prefix: "MILLI")
        case .foot, .inch:
            let metre = si("LENGTHUNIT", name: "METRE")
            let factor = file.add("IFCMEASUREWITHUNIT", [.typed("IFCLENGTHMEASURE", .real(unit.metres)), metre])
            let exponents = file.add("IFCDIMENSIONALEXPONENTS", (0..<7).map { .integer($0 == 0 ? 1 : 0) })
            return file.add(
                "IFCCONVERSIONBASEDUNIT", [exponents, .enumeration("LENGTHUNIT"), .text(unit == .foot ? "FOOT" : "INCH"), factor])
        }
    }

    /// IFC2x3 wants to know who made each thing; the time is left at its beginning, since the same plan gives the same bytes.
    private mutating func ownerHistory() -> STEPValue {
        let person = file.add("IFCPERSON", [nil, nil, "", nil, nil, nil, nil, nil])
        let organization = file.add("IFCORGANIZATION", [nil, "Diorama", nil, nil, nil])
        let owner = file.add("IFCPERSONANDORGANIZATION", [person, organization, nil])
        let application = file.add("IFCAPPLICATION", [organization, "1", "Diorama", "diorama"])
        return file.add("IFCOWNERHISTORY", [owner, application, nil, .enumeration("ADDED"), nil, nil, nil, .integer(0)])
    }

    // MARK: Properties and quantities

    /// A number with its measure type, in metres.
    enum Quantity {
        case length(Double)
        case area(Double)
        case volume(Double)
    }

    mutating func properties(of element: STEPValue, key: String, name: String, values: [(String, STEPValue)]) {
        guard !values.isEmpty else { return }
        let list = values.map { file.add("IFCPROPERTYSINGLEVALUE", [.text($0.0), nil, $0.1, nil]) }
        let set = root("IFCPROPERTYSET", key: "\(key)/\(name)", values: [.text(name), nil, .list(list)])
        _ = root("IFCRELDEFINESBYPROPERTIES", key: "\(key)/\(name)", values: [nil, nil, [element], set])
    }

    mutating func quantities(of element: STEPValue, key: String, name: String, values: [(String, Quantity)]) {
        let isNew = schema == .ifc4
        let list = values.map { name, quantity -> STEPValue in
            let (type, value): (String, STEPValue) =
                switch quantity {
                case .length(let metres): ("IFCQUANTITYLENGTH", length(metres))
                case .area(let area): ("IFCQUANTITYAREA", .real(area))
                case .volume(let volume): ("IFCQUANTITYVOLUME", .real(volume))
                }
            return file.add(type, [.text(name), nil, nil, value] + (isNew ? [nil] : []))
        }
        // IFC2x3 has one name for them all.
        let set = root(
            "IFCELEMENTQUANTITY", key: "\(key)/\(name)", values: [.text(isNew ? name : "BaseQuantities"), nil, nil, .list(list)])
        _ = root("IFCRELDEFINESBYPROPERTIES", key: "\(key)/\(name)", values: [nil, nil, [element], set])
    }

    /// How far the scan is to be trusted about a part.
    mutating func scanProperties(
        of element: STEPValue, _ key: String, confidence: Double?, unseen: Bool, assumesThickness: Bool = false,
        more: [(String, STEPValue)] = []
    ) {
        var values = more
        if let confidence { values.append(("Confidence", .typed("IFCNORMALISEDRATIOMEASURE", .real(confidence)))) }
        if unseen { values.append(("Unseen", .typed("IFCBOOLEAN", true))) }
        if assumesThickness { values.append(("ThicknessAssumed", .typed("IFCBOOLEAN", true))) }
        properties(of: element, key: key, name: "Diorama_Scan", values: values)
    }
}
