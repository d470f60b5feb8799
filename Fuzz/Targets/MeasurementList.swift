import FloorPlans
import Foundation
import Measurement

/// What was read can be listed, and written where its numbers are finite.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let list = try? MeasurementList(json: Data(bytes)) else { return }
    for units in PlanUnits.allCases { _ = list.csv(units) }
    if let again = try? list.json() { precondition((try? MeasurementList(json: again)) != nil, "what was written can't be read") }
}

func seeds() -> [[UInt8]] {
    let points = [Point(0, 0, 0), Point(1, 0.5, 2)].map { MeasuredPoint($0, snap: .vertex, normal: Point(0, 1, 0)) }
    var values = [try? Measurer(noise: nil).distance(points[0], points[1]), try? Measurer(noise: nil).path(points + [points[0]])]
        .compactMap { $0 }
    for i in values.indices { (values[i].id, values[i].name) = ("\(i)", "=door \"\(i)\",\n") }
    return [MeasurementList(values), MeasurementList()].compactMap { (try? $0.json()).map { Array($0) } }
}
