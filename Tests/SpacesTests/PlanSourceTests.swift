import Capture
import FloorPlans
import Spaces
import TestSupport
import Testing

struct PlanSourceTests {
    @Test(.enabled(if: TestData.has("rgbd-open3d-5frames"), "needs ../shared/data/rgbd-open3d-5frames"))
    func `Five frames are too few for a plan, and that is said`() throws {
        let source = PlanSource([.file(TestData.shared("rgbd-open3d-5frames"))])
        let said: String
        do {
            let draft = try source.read()
            #expect(draft.plan.areaRange?.isDetermined == false, "\(draft.plan.areaText(.metric))")
            said = draft.notes.joined(separator: " ")
        } catch let error as FloorPlanError { said = error.reason }
        #expect(said.contains("only 5 frames, too few"), "\(said)")
    }
}
