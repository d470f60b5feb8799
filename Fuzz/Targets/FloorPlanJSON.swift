import SyntheticScenes
import FloorPlans
import Foundation

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let plan = try? FloorPlan(json: Data(bytes)) else { return }
    // What passes the checks can be drawn.
    for storey in plan.storeys { _ = PlanGraphics(storey, style: .init()) }
}

func seeds() -> [[UInt8]] {
    [SampleFlat.plan(), SampleFlat.plan(storeys: 2)].compactMap { try? Array($0.json()) }
}
