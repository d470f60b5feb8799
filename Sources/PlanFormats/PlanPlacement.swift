import Codecs
import ModelFormats
import FloorPlans

/// The position and scale of a storey on its sheet, to convert between plan coordinates and points on the drawing.
public struct PlanPlacement: Sendable, Equatable {
    /// Width of the sheet in millimetres, the units of its SVG.
    public let width: Double
    /// Height of the sheet in millimetres.
    public let height: Double
    /// The denominator of the scale: 50 for 1:50.
    public let scale: Double
    /// From metres of the plan to millimetres of the sheet, from its top left, y down: x' = a x + c y + e, y' = b x + d y + f, in
    /// the order a, b, c, d, e, f (as SVG's `matrix()`).
    public let toSheet: [Double]

    /// The placement that `PlanFile.write` uses with the same options.
    /// - Throws: if there is no such storey, or it does not fit the page.
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
