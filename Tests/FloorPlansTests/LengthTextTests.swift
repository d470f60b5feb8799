import FloorPlans
import Testing

@Suite struct LengthTextTests {
    @Test func `Lengths in running text use the unit that suits them`() {
        let metric = PlanUnits.metric
        #expect(metric.written(3.62) == "3.620 m")
        #expect(metric.written(3.62, resolution: 0.01) == "3.62 m")
        #expect(metric.written(0.362) == "36.2 cm" && metric.written(0.0142) == "14 mm")
        #expect(metric.written(0.0142, resolution: 0.0001) == "14.2 mm")
        #expect(metric.written(0.9996) == "1.000 m" && metric.written(-1.5, resolution: 0.1) == "-1.5 m")
        let imperial = PlanUnits.imperial
        #expect(imperial.written(3.6195) == "11′ 10 1/2″")
        #expect(imperial.written(0.0143) == "9/16″" && imperial.written(0.2667) == "10 1/2″")
        #expect(imperial.written(0.3048) == "1′ 0″" && imperial.written(0) == "0″" && imperial.written(-0.3048) == "-1′ 0″")
        #expect(imperial.written(0.3047) == "1′ 0″")
        #expect(metric.written(area: 12.444) == "12.44 m²" && imperial.written(area: 9.290304, resolution: 0.01) == "100.0 ft²")
        #expect(metric.written(volume: 31.1, resolution: 0.1) == "31.1 m³")
        #expect(imperial.written(volume: 0.3048 * 0.3048 * 0.3048, resolution: 0.01) == "1.0 ft³")
    }

    @Test(arguments: [
        ("3.62 m", 3.62), ("362 cm", 3.62), ("3620mm", 3.62), ("3,62 m", 3.62), ("3.62", 3.62), ("1 m 5 cm", 1.05),
        ("11' 10 1/2\"", 3.6195), ("11′ 10 1/2″", 3.6195), ("11'-10 1/2\"", 3.6195), ("11 ft 10.5 in", 3.6195), ("11'10\"", 3.6068),
        ("1/2 in", 0.0127), ("10-1/2\"", 0.2667), ("5.5'", 1.6764), ("6 feet", 1.8288), ("-2 m", -2), ("− 2 cm", -0.02),
        (" 7 Meters ", 7), (".5m", 0.5),
    ]) func `Lengths that people type are understood`(_ text: String, _ metres: Double) throws {
        #expect(abs(try PlanUnits.metric.metres(typed: text) - metres) < 1e-12)
    }

    @Test func `A number alone is in the units in use`() throws {
        #expect(abs(try PlanUnits.imperial.metres(typed: "10") - 3.048) < 1e-12)
        #expect(abs(try PlanUnits.imperial.metres(typed: "10 1/2") - 3.2004) < 1e-12)
    }

    @Test(arguments: [
        "", "m", "3.62 q", "3 5", "5 cm 1 m", "1/0 m", "3..5 m", "1e3 m", "3 m 5", "nan", "inf m", "99999999 m", "1 m 1 m", "--2 m",
        "5 mmm",
        "12345678901234567890123456789012345678901234567890123456789012345 m", "3/2/1 m", "'", "3\n5 m\n",
    ]) func `What is no length is refused in one line`(_ text: String) {
        do {
            let value = try PlanUnits.metric.metres(typed: text)
            Issue.record("‘\(text)’ was read as \(value)")
        } catch {
            #expect(!error.description.contains("\n") && !error.description.isEmpty)
        }
    }

    @Test func `What is written is read back`() throws {
        for units in PlanUnits.allCases {
            for k in 0..<2000 {
                let metres = Double(k) * 0.00731 + 0.0004
                let back = try units.metres(typed: units.written(metres, resolution: 0.0001))
                #expect(abs(back - metres) <= (units == .metric ? 0.0000501 : 0.0254 / 32 + 1e-9))
                let drawn = try units.metres(typed: units.length(metres))
                #expect(abs(drawn - metres) <= (units == .metric ? 0.00501 : 0.0254 / 16 + 1e-9))
            }
        }
    }
}
