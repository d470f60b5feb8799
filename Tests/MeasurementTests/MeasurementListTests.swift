import FloorPlans
import Foundation
import Measurement
import TestSupport
import Testing

@Suite struct MeasurementListTests {
    static let list = MeasurementList([
        MeasuredValue(
            id: "2abc", kind: .distance, name: "Door, \"left\"",
            points: [
                MeasuredPoint(Point(-1, 0, 2), snap: .corner, covariance: Covariance(variance: 1e-6)),
                MeasuredPoint(Point(1, 0.25, 2), snap: .plane, normal: Point(1, 0, 0), covariance: .zero),
            ], value: 2.0155644, uncertainty: .standard(0.004)),
        MeasuredValue(
            kind: .angle, name: "=HYPERLINK(\"http://x\")", value: 1.5, uncertainty: .unknown("an import"),
            notes: ["One.", "Two."]),
        MeasuredValue(kind: .area, name: "-5", value: 12.5, uncertainty: .unknown("an import")),
        MeasuredValue(kind: .volume, name: "@x\nline", value: 31, uncertainty: .standard(0.3)),
    ])

    @Test func `A list comes back the same, and gives the same bytes`() throws {
        let json = try Self.list.json()
        #expect(try MeasurementList(json: json) == Self.list)
        #expect(try MeasurementList(json: json).json() == json)
        #expect(String(decoding: json, as: UTF8.self).contains("\"schema\" : \"diorama.measurements/1\""))
    }

    @Test func `CSV has one line a measurement, in SI units and as text`() throws {
        let rows = try Self.parse(Self.list.csv())
        #expect(rows.count == 5 && rows.allSatisfy { $0.count == 11 })
        #expect(rows[0][3] == "value" && rows[0][6] == "half_width_95")
        #expect(rows[1][0] == "2abc" && rows[1][1] == "Door, \"left\"" && rows[1][3] == "2.0155644" && rows[1][4] == "m")
        #expect(abs((Double(rows[1][6]) ?? 0) - 0.00784) < 1e-5)
        #expect(rows[1][7] == "2.016 m ± 7.8 mm (95 %)" && rows[1][8] == "corner plane")
        #expect(rows[1][9] == "(-1.0000 0.0000 2.0000); (1.0000 0.2500 2.0000)")
        #expect(rows[2][5] == "" && rows[2][6] == "" && rows[2][4] == "rad" && rows[2][10] == "One. Two.")
        // Nothing that a spreadsheet would run.
        for row in rows.dropFirst() {
            for (k, field) in row.enumerated() where ![3, 5, 6].contains(k) {
                #expect(!["=", "+", "-", "@", "\t", "\r", "\n"].contains(field.prefix(1)), "\(field)")
            }
        }
        #expect(rows[4][1] == "'@x\nline")
        #expect(Self.list.csv(.imperial).contains("6′ 7 3/8″ ± 5/16″"))
    }

    @Test func `Damaged lists and noise models are refused or read, but never trap`() throws {
        let list = Array(try Self.list.json())
        let noise = Array(
            try Scenes.noise(from: .zero, to: Point(0.3, 0.3, 0.3), stations: 3) { Int($0.x) & 1 }.json())
        for damaged in TestData.truncations(of: list, count: 200) + TestData.bitFlips(of: list, count: 1000) {
            if let read = try? MeasurementList(json: Data(damaged)) {
                _ = read.csv()
                for m in read.measurements { _ = m.text(.imperial) }
            }
        }
        for damaged in TestData.truncations(of: noise, count: 200) + TestData.bitFlips(of: noise, count: 1000) {
            if let read = try? NoiseModel(json: Data(damaged)) {
                let points = [Point(0.1, 0.1, 0.1), Point(0.3, 0.2, 0.1)].map {
                    MeasuredPoint($0, snap: .surface, covariance: Covariance(variance: 1e-6))
                }
                _ = try Measurer(noise: read).distance(points[0], points[1]).text()
            }
        }
    }

    @Test func `A noise model comes back the same`() throws {
        let noise = Scenes.noise(from: .zero, to: Point(1, 1, 1), stations: 4) { Int($0.x & 3) }
        let json = try noise.json()
        let back = try NoiseModel(json: json)
        #expect(try back.json() == json)
        #expect(back.observations.places == noise.observations.places && back.observations.stations == noise.observations.stations)
    }

    @Test func `A noise model from before planes had a tilt and bends has those of today`() throws {
        let noise = Scenes.noise(from: .zero, to: Point(0.1, 0.1, 0.1))
        var document = try #require(JSONSerialization.jsonObject(with: try noise.json()) as? [String: Any])
        var surface = try #require(document["surface"] as? [String: Any])
        for key in ["tilt", "bend", "floor"] { #expect(surface.removeValue(forKey: key) != nil) }
        document["surface"] = surface
        let back = try NoiseModel(json: JSONSerialization.data(withJSONObject: document))
        #expect(back.surface == .fused && back == noise)
    }

    @Test(arguments: [
        ("diorama.noise/1", "diorama.noise/9", "schema"), ("\"growth\":0.0006", "\"growth\":-1", "negative deviation"),
        ("\"exponent\":", "\"exponent\":1", "exponent"), ("\"voxel_size\":0.02", "\"voxel_size\":7", "voxel_size"),
        ("\"places\":[[", "\"places\":[[1],[", "places[0]"), ("\"stations\":[[", "\"stations\":[[1],[", "stations[0]"),
        ("\"sensor\":", "\"sonsor\":", "sensor of the noise model is missing"),
    ]) func `Errors in a noise model name the position in the file`(old: String, new: String, expected: String) throws {
        let text = String(decoding: try Scenes.noise(from: .zero, to: Point(0.1, 0.1, 0.1)).json(), as: UTF8.self)
        let broken = text.replacingOccurrences(of: old, with: new)
        #expect(broken != text)
        do {
            _ = try NoiseModel(json: Data(broken.utf8))
            Issue.record("was read")
        } catch {
            #expect(error.reason.contains(expected) && !error.reason.contains("\n"), "\(error.reason)")
        }
    }

    /// RFC 4180, strictly.
    static func parse(_ csv: String) throws -> [[String]] {
        var rows = [[String]]()
        var row = [String]()
        var field = ""
        var isQuoted = false
        var scalars = Substring.UnicodeScalarView(csv.unicodeScalars)[...]
        while let c = scalars.popFirst() {
            if isQuoted {
                if c == "\"", scalars.first == "\"" {
                    scalars.removeFirst()
                    field.unicodeScalars.append(c)
                } else if c == "\"" {
                    isQuoted = false
                } else {
                    field.unicodeScalars.append(c)
                }
            } else if c == "\"" {
                #expect(field.isEmpty)
                isQuoted = true
            } else if c == "," || c == "\r" {
                row.append(field)
                field = ""
                guard c == "\r" else { continue }
                #expect(scalars.popFirst() == "\n")
                rows.append(row)
                row = []
            } else {
                #expect(c != "\n")
                field.unicodeScalars.append(c)
            }
        }
        #expect(row.isEmpty && field.isEmpty && !isQuoted)
        return rows
    }
}
