import FloorPlans

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    for units in PlanUnits.allCases {
        guard let metres = try? units.metres(typed: text) else { continue }
        // What was understood can be written and read again.
        precondition((try? units.metres(typed: units.written(metres))) != nil)
    }
}

func seeds() -> [[UInt8]] {
    ["3.62 m", "1 m 5 cm", "11' 10 1/2\"", "11′-10 1/2″", "11 ft 10.5 in", "-362 cm", "7"].map { Array($0.utf8) }
}
