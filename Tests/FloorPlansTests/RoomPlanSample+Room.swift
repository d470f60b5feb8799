import FloorPlans
import TestSupport

extension RoomPlanSample {
    var room: CapturedRoom { get throws { try CapturedRoom(json: data) } }
}
