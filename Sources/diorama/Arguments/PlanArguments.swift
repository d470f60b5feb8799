import ArgumentParser
import FloorPlans
import PlanFormats

/// How a floor plan is drawn.
struct PlanArguments: ParsableArguments {
    @Option(
        parsing: .number,
        help: ArgumentHelp(
            "Plans and views: 50 for 1 : 50. Default: what fits the page; views are in perspective.", valueName: "number"))
    var scale: Double?

    @Option(parsing: .number, help: ArgumentHelp("PNG: dots per inch.", valueName: "number"))
    var dpi: Double = 200

    @Option(help: ArgumentHelp("Plans: A4, A3, A2, A1, A0, Letter or Tabloid.", valueName: "name"))
    var page: String?

    @Option(parsing: .number, help: ArgumentHelp("Plans: the storey that svg and png show, counted from 1.", valueName: "number"))
    var storey: Int = 1

    @OptionGroup var units: UnitArguments

    @Flag(help: "Plans: write IFC 2x3 instead of IFC 4.")
    var ifc2x3 = false

    @Flag(help: "Plans: leave out the furniture.")
    var withoutFurniture = false

    @Flag(help: "Plans: leave out the dimensions.")
    var withoutDimensions = false

    func validate() throws {
        if let scale, !(scale.isFinite && scale >= 1 && scale <= 100_000) { throw ValidationError("--scale must be 1 to 100000.") }
        guard dpi.isFinite, (10...2400).contains(dpi) else { throw ValidationError("--dpi must be 10 to 2400.") }
        if let page, PageSize.named(page) == nil {
            throw ValidationError("--page must be one of \(PageSize.all.map(\.name).joined(separator: ", ")).")
        }
        guard storey >= 1 else { throw ValidationError("--storey counts from 1.") }
    }

    func options(_ writing: WritingArguments) -> PlanWriteOptions {
        PlanWriteOptions(
            unit: writing.unit, units: units.units, scale: scale, page: page.flatMap(PageSize.named), dpi: dpi,
            storey: storey - 1, hasDimensions: !withoutDimensions, hasFurniture: !withoutFurniture, ifc: ifc2x3 ? .ifc2x3 : .ifc4)
    }
}

/// The units that lengths and areas are labelled in. The unit of a file's coordinates is `--unit` (`WritingArguments`).
struct UnitArguments: ParsableArguments {
    @Flag(help: "Label lengths and areas in feet and inches.")
    var imperial = false

    var units: PlanUnits { imperial ? .imperial : .metric }
}
