import Codecs
import ModelFormats
import FloorPlans
import Foundation
import Support

/// Industry Foundation Classes, IFC4 (ISO 16739-1) or IFC2x3, as a STEP file: what Revit, ArchiCAD and every BIM viewer read.
///
/// Project, site, building and storeys; spaces; walls with their openings, doors and windows; slabs and furniture, all of them
/// swept solids; quantities and common property sets. Global ids follow from the plan's ids. z is up; the same plan gives the same
/// bytes.
public enum IFC {
    /// Writes a plan, atomically.
    public static func write(
        _ plan: FloorPlan, to url: URL, options: PlanWriteOptions = PlanWriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        do throws(FloorPlanError) { try plan.validate() } catch { throw .unwritable(error.reason) }
        var builder = IFCBuilder(plan, options)
        let bytes = builder.build()
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw FormatError(error) }
        return []
    }
}

/// One plan on its way into IFC.
struct IFCBuilder {
    let plan: FloorPlan
    let schema: IFCSchema
    let unit: LengthUnit
    /// What is taken off all coordinates and put into the site's placement, since solids far from the origin are inexact in most
    /// programs.
    let base: PlanPoint

    var file = STEPFile()
    var history: STEPValue = nil
    var body: STEPValue = nil
    var axis: STEPValue = nil
    /// Shared by all: the origin, and directions by their numbers.
    private var directions: [SIMD3<Double>: STEPValue] = [:]
    private var layerSets: [Double: STEPValue] = [:]
    private var styles: [String: STEPValue] = [:]

    init(_ plan: FloorPlan, _ options: PlanWriteOptions) {
        self.plan = plan
        schema = options.ifc
        unit = options.unit ?? .metre
        let middle = plan.bounds.center
        base = max(abs(middle.x), abs(middle.y)) > 5_000 ? middle.rounded(.toNearestOrAwayFromZero) : .zero
    }

    mutating func build() -> [UInt8] {
        let project = project()
        let sitePlacement = placement(nil, SIMD3(base.x, base.y, 0))
        let site = root(
            "IFCSITE", key: "site",
            values: [.text("Site"), nil, nil, sitePlacement, nil, nil, .enumeration("ELEMENT"), nil, nil, nil, nil, nil])
        let buildingPlacement = placement(sitePlacement, .zero)
        let building = root(
            "IFCBUILDING", key: "building",
            values: [.text(plan.name), nil, nil, buildingPlacement, nil, nil, .enumeration("ELEMENT"), nil, nil, nil])
        quantities(
            of: building, key: "building", name: "Qto_BuildingBaseQuantities",
            values: [
                ("GrossFloorArea", .area(plan.storeys.reduce(0) { $0 + $1.grossArea })), ("NetFloorArea", .area(plan.area)),
            ])
        properties(
            of: building, key: "building", name: "Pset_BuildingCommon",
            values: [("NumberOfStoreys", .typed("IFCINTEGER", .integer(plan.storeys.count)))])
        aggregate(project, parts: [site], key: "site")
        aggregate(site, parts: [building], key: "building")
        aggregate(building, parts: plan.storeys.map { storey($0, buildingPlacement) }, key: "storeys")
        return file.bytes(
            schema: schema.rawValue, view: schema == .ifc4 ? "DesignTransferView_V1.0" : "CoordinationView_V2.0",
            name: plan.name + ".ifc")
    }

    private mutating func storey(_ storey: Storey, _ building: STEPValue) -> STEPValue {
        let place = placement(building, SIMD3(0, 0, storey.elevation))
        let entity = root(
            "IFCBUILDINGSTOREY", key: storey.id.rawValue,
            values: [.text(storey.name), nil, nil, place, nil, nil, .enumeration("ELEMENT"), length(storey.elevation)])
        quantities(
            of: entity, key: storey.id.rawValue, name: "Qto_BuildingStoreyBaseQuantities",
            values: [
                ("GrossHeight", .length(storey.height)), ("GrossFloorArea", .area(storey.grossArea)),
                ("NetFloorArea", .area(storey.area)),
            ])
        var elements: [STEPValue] = []
        let footprints = storey.wallFootprints
        for (wall, footprint) in zip(storey.walls, footprints) {
            elements += self.wall(wall, footprint: footprint, openings: storey.openings(in: wall.id), storey: place)
        }
        var coverings: [PlanID: [STEPValue]] = [:]
        for slab in storey.slabs {
            let element = self.slab(slab, place)
            elements.append(element)
            if slab.kind == .ceiling, let room = slab.room { coverings[room, default: []].append(element) }
        }
        for item in storey.furniture { elements.append(furniture(item, place)) }
        if !elements.isEmpty {
            _ = root(
                "IFCRELCONTAINEDINSPATIALSTRUCTURE", key: storey.id.rawValue + "/contained",
                values: [nil, nil, .list(elements), entity])
        }
        let spaces = storey.rooms.map { space($0, place) }
        for (room, space) in zip(storey.rooms, spaces) {
            guard let covering = coverings[room.id] else { continue }
            _ = root("IFCRELCOVERSSPACES", key: room.id.rawValue + "/ceiling", values: [nil, nil, space, .list(covering)])
        }
        if !spaces.isEmpty { aggregate(entity, parts: spaces, key: storey.id.rawValue + "/spaces") }
        return entity
    }

    // MARK: What everything is made of

    /// An instance of a rooted entity: its id, its history and the given attributes.
    mutating func root(_ type: String, key: String, values: [STEPValue]) -> STEPValue {
        file.add(type, [.text(GlobalID.of("diorama/\(plan.id)/\(type)/\(key)")), history] + values)
    }

    private mutating func aggregate(_ whole: STEPValue, parts: [STEPValue], key: String) {
        _ = root("IFCRELAGGREGATES", key: key, values: [nil, nil, whole, .list(parts)])
    }

    func length(_ metres: Double) -> STEPValue { .real(metres * unit.perMetre) }

    mutating func point(_ p: SIMD3<Double>) -> STEPValue {
        file.add("IFCCARTESIANPOINT", [[length(p.x), length(p.y), length(p.z)]])
    }
    mutating func point(_ p: PlanPoint) -> STEPValue { file.add("IFCCARTESIANPOINT", [[length(p.x), length(p.y)]]) }

    mutating func direction(_ d: SIMD3<Double>) -> STEPValue {
        if let known = directions[d] { return known }
        let new = file.add("IFCDIRECTION", [[.real(d.x), .real(d.y), .real(d.z)]])
        directions[d] = new
        return new
    }

    mutating func axes(_ origin: SIMD3<Double>, z: SIMD3<Double>? = nil, x: SIMD3<Double>? = nil) -> STEPValue {
        let place = point(origin)
        guard let x else { return file.add("IFCAXIS2PLACEMENT3D", [place, nil, nil]) }
        return file.add("IFCAXIS2PLACEMENT3D", [place, direction(z ?? SIMD3(0, 0, 1)), direction(x)])
    }

    mutating func placement(_ parent: STEPValue, _ origin: SIMD3<Double>, x: PlanPoint? = nil) -> STEPValue {
        let axes = axes(origin, x: x.map { SIMD3($0.x, $0.y, 0) })
        return file.add("IFCLOCALPLACEMENT", [parent, axes])
    }

    /// A closed outline as a profile.
    mutating func profile(_ corners: [PlanPoint]) -> STEPValue {
        let points = corners.map { point($0) }
        let line = file.add("IFCPOLYLINE", [.list(points + points.prefix(1))])
        return file.add("IFCARBITRARYCLOSEDPROFILEDEF", [.enumeration("AREA"), nil, line])
    }

    /// A box's profile around a middle.
    mutating func rectangle(_ middle: PlanPoint, width: Double, depth: Double) -> STEPValue {
        let place = file.add("IFCAXIS2PLACEMENT2D", [point(middle), nil])
        return file.add("IFCRECTANGLEPROFILEDEF", [.enumeration("AREA"), nil, place, length(width), length(depth)])
    }

    /// A profile swept along its own z.
    mutating func solid(_ profile: STEPValue, at position: STEPValue, depth: Double) -> STEPValue {
        file.add("IFCEXTRUDEDAREASOLID", [profile, position, direction(SIMD3(0, 0, 1)), length(depth)])
    }

    /// A product's shape of swept solids, and its axis where it has one.
    mutating func shape(_ solids: [STEPValue], axis line: [PlanPoint] = []) -> STEPValue {
        var representations: [STEPValue] = []
        if !line.isEmpty {
            let points = line.map { point($0) }
            let curve = file.add("IFCPOLYLINE", [.list(points)])
            representations.append(file.add("IFCSHAPEREPRESENTATION", [axis, "Axis", "Curve2D", [curve]]))
        }
        representations.append(file.add("IFCSHAPEREPRESENTATION", [body, "Body", "SweptSolid", .list(solids)]))
        return file.add("IFCPRODUCTDEFINITIONSHAPE", [nil, nil, .list(representations)])
    }

    /// The layer of a wall of this thickness with its axis in the middle.
    mutating func layerUsage(_ thickness: Double) -> STEPValue {
        if let known = layerSets[thickness] { return known }
        let isNew = schema == .ifc4
        let material = file.add("IFCMATERIAL", isNew ? ["Wall", nil, nil] : ["Wall"])
        let layer = file.add("IFCMATERIALLAYER", [material, length(thickness), nil] + (isNew ? [nil, nil, nil, nil] : []))
        let set = file.add(
            "IFCMATERIALLAYERSET", [[layer], .text("Wall \(STEPValue.number(thickness * 1000)) mm")] + (isNew ? [nil] : []))
        let usage = file.add(
            "IFCMATERIALLAYERSETUSAGE",
            [set, .enumeration("AXIS2"), .enumeration("POSITIVE"), length(-thickness / 2)] + (isNew ? [nil] : []))
        layerSets[thickness] = usage
        return usage
    }

    /// Gives a solid a colour.
    mutating func paint(_ item: STEPValue, name: String, color: SIMD3<Double>, transparency: Double = 0) {
        var style = styles[name]
        if style == nil {
            let rgb = file.add("IFCCOLOURRGB", [nil, .real(color.x), .real(color.y), .real(color.z)])
            let shading = file.add(
                "IFCSURFACESTYLERENDERING",
                [rgb, .real(transparency), nil, nil, nil, nil, nil, nil, .enumeration("NOTDEFINED")])
            let surface = file.add("IFCSURFACESTYLE", [.text(name), .enumeration("BOTH"), [shading]])
            style = schema == .ifc4 ? surface : file.add("IFCPRESENTATIONSTYLEASSIGNMENT", [[surface]])
            styles[name] = style
        }
        _ = file.add("IFCSTYLEDITEM", [item, [style!], nil])
    }
}

extension Storey {
    /// Within the outer faces of the walls; the rooms where no walls enclose anything.
    var grossArea: Double { max(area, outerOutlines.reduce(0) { $0 + $1.area }) }
}
