import Codecs
import ModelFormats
import FloorPlans

/// Where a storey lies on the sheet that it is drawn on, for whoever wants to point at it.
public struct PlanPlacement: Sendable, Equatable {
    /// Size of the sheet in millimetres, the units of its SVG.
    public let width: Double
    public let height: Double
    /// 50 for 1:50.
    public let scale: Double
    /// From metres of the plan to millimetres of the sheet, from its top left, y down: x' = a x + c y + e, y' = b x + d y + f, in
    /// the order a, b, c, d, e, f (as SVG's `matrix()`).
    public let toSheet: [Double]

    /// The placement that `PlanFile.write` uses with the same options.
    /// - Throws: where there is no such storey, or it does not fit the page.
    public init(of plan: FloorPlan, storey: Int, options: PlanWriteOptions = PlanWriteOptions()) throws(FormatError) {
        let sheet = try PlanSheet(plan, storey: storey, options)
        let origin = sheet.place(.zero)
        let x = sheet.place(PlanPoint(1, 0))
        let y = sheet.place(PlanPoint(0, 1))
        width = sheet.page.width
        height = sheet.page.height
        scale = sheet.style.scale
        toSheet = [x.x - origin.x, x.y - origin.y, y.x - origin.x, y.y - origin.y, origin.x, origin.y]
    }
}
