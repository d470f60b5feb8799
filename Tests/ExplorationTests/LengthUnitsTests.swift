import Exploration
import Foundation
import Geometry
import Testing

/// Web/tests/units_test.ts runs the same cases with core.wasm.
@Suite struct LengthUnitsTests {
    private struct Cases: Decodable {
        struct Parsed: Decodable {
            var text: String
            var units: String
            var metres: Double?
        }
        struct Length: Decodable {
            var metres: Double
            var units: String
            var text: String
        }
        struct Area: Decodable {
            var squareMetres: Double
            var units: String
            var text: String
        }
        var parsed: [Parsed]
        var shortText: [Length]
        var areaText: [Area]
    }

    private func cases() throws -> Cases {
        try JSONDecoder().decode(Cases.self, from: Data(contentsOf: RecordingTests.fixtures.appendingPathComponent("lengths.json")))
    }

    private static let names: [String: LengthUnits] = [
        "metric": .metric, "imperial": .imperial, "m": .metres, "cm": .centimetres, "mm": .millimetres, "ft": .feet, "in": .inches,
    ]

    private func units(_ name: String) throws -> LengthUnits { try #require(Self.names[name], "\(name)") }

    @Test func `Typed lengths are parsed`() throws {
        for each in try cases().parsed {
            let metres = try units(each.units).metres(typed: each.text)
            if let expected = each.metres {
                #expect(abs(try #require(metres, "\(each.text)") - expected) < 1e-12)
            } else {
                #expect(metres == nil, "\(each.text)")
            }
        }
    }

    @Test func `Lengths and areas are written as text`() throws {
        for each in try cases().shortText { #expect(try units(each.units).shortText(metres: each.metres) == each.text) }
        for each in try cases().areaText {
            #expect(try units(each.units).drawingLabel(squareMetres: each.squareMetres) == each.text)
        }
    }
}

/// The layouts that Web/src/core/generated.ts is generated from.
@Suite struct WordLayoutTests {
    @Test func `The fields of a state fill it from the beginning, without gaps`() throws {
        let mesh = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(0, 0, 4), Vector3(4, 0, 0)], indices: [0, 1, 2])
        let exploration = Exploration(try Place(mesh))
        var layout = WordLayout()
        exploration.put(into: &layout)
        var end = 0
        for field in layout.fields {
            #expect(field.offset == end, "\(field.name)")
            end += field.count
        }
        #expect(layout.size == end && end <= ExplorationState.size)
        let generated = try String(
            contentsOf: RecordingTests.fixtures.appendingPathComponent("../../../Web/src/core/generated.ts"), encoding: .utf8)
        for field in layout.fields { #expect(generated.contains("  \(field.name): \(field.offset),"), "\(field.name)") }
    }
}
