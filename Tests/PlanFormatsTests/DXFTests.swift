import PlanFormats
import SyntheticScenes
import FloorPlans
import ModelFormats
import Testing

@Suite struct DXFTests {
    /// Pairs of a group code and a value.
    func pairs(_ options: PlanWriteOptions = PlanWriteOptions()) throws -> [(code: Int, value: String)] {
        let text = String(decoding: try written(SampleFlat.plan(), as: "dxf", options: options), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count % 2 == 0)
        return try stride(from: 0, to: lines.count, by: 2).map { i in
            (try #require(Int(lines[i].drop { $0 == " " })), String(lines[i + 1]))
        }
    }

    /// What follows a header variable.
    func variable(_ name: String, _ pairs: [(code: Int, value: String)]) throws -> [String] {
        let start = try #require(pairs.firstIndex { $0.code == 9 && $0.value == name })
        return pairs[(start + 1)...].prefix { $0.code != 9 && $0.code != 0 }.map(\.value)
    }

    @Test(arguments: [(LengthUnit.metre, "6", 1.0), (.millimetre, "4", 1000), (.foot, "2", 1 / 0.3048)])
    func `Unit and coordinates agree`(unit: LengthUnit, code: String, perMetre: Double) throws {
        let pairs = try pairs(PlanWriteOptions(unit: unit))
        #expect(try variable("$INSUNITS", pairs) == [code])
        #expect(try variable("$ACADVER", pairs) == ["AC1015"])
        let low = try variable("$EXTMIN", pairs).compactMap(Double.init)
        let high = try variable("$EXTMAX", pairs).compactMap(Double.init)
        // 8.7 m wide with dimensions at 1:50 around it.
        #expect((high[0] - low[0]) / perMetre > 9 && (high[0] - low[0]) / perMetre < 12)
    }

    @Test func `Handles are unique, owners exist, blocks and layers are known`() throws {
        let pairs = try pairs()
        var handles = Set<String>()
        var type = ""
        for (code, value) in pairs {
            if code == 0 { type = value }
            if code == 5 && type != "DIMSTYLE" && value != "30" || code == 105 {
                #expect(handles.insert(value).inserted || type == "SECTION", "\(type) \(value)")
            }
        }
        for (code, value) in pairs where code == 330 && value != "0" { #expect(handles.contains(value)) }
        let layers = Set(pairs.filter { $0.code == 8 }.map(\.value))
        #expect(layers.isSuperset(of: ["A-WALL", "A-DOOR", "A-GLAZ", "A-FURN", "A-AREA", "A-ANNO-DIMS"]))
    }

    @Test func `Rooms are closed polylines, dimensions have blocks, and text is encoded`() throws {
        let pairs = try pairs()
        let count = { (name: String) in pairs.filter { $0.code == 0 && $0.value == name }.count }
        #expect(count("DIMENSION") > 8 && count("HATCH") == 1 && count("ARC") == 4)
        #expect(count("BLOCK") == count("DIMENSION") + 2 && count("ENDBLK") == count("BLOCK"))
        // Windows-1252; what it lacks is escaped.
        var plan = SampleFlat.plan()
        plan.storeys[0].rooms[0].name = "Жи"
        let bytes = try written(plan, as: "dxf")
        #expect(zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "m") && $1 == 0xB2 })
        #expect(String(decoding: bytes, as: UTF8.self).contains("\\U+0416\\U+0438"))
        var layer = ""
        for (i, pair) in pairs.enumerated() {
            if pair.code == 8 { layer = pair.value }
            if layer == "A-AREA", pair.code == 70, pairs[i - 1].code == 90 { #expect(pair.value == "1") }
        }
    }
}
