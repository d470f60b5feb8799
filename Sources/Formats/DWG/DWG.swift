import FloorPlans
import Foundation
import Work

public enum DWG {
    public static func write(
        _ plan: FloorPlan, to url: URL, options: PlanWriteOptions = PlanWriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] { throw .unwritable("not yet") }
}
