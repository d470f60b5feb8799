import FloorPlans
import Foundation

extension IFCBuilder {
    private static let white = SIMD3(0.93, 0.92, 0.89)
    private static let wood = SIMD3(0.60, 0.44, 0.30)
    private static let glass = SIMD3(0.65, 0.80, 0.86)
    private static let gray = SIMD3(0.62, 0.62, 0.62)
    private static let cloth = SIMD3(0.55, 0.60, 0.66)
    private static let air = SIMD3(0.55, 0.75, 0.95)

    private var isNew: Bool { schema == .ifc4 }

    private func at(_ p: PlanPoint, _ z: Double = 0) -> SIMD3<Double> { SIMD3(p.x - base.x, p.y - base.y, z) }

    private func identifier(_ id: PlanID) -> STEPValue { .typed("IFCIDENTIFIER", .text(id.rawValue)) }

    /// A wall with its openings, doors and windows.
    /// - Returns: the elements of the storey: the wall and the fillings of its openings.
    mutating func wall(_ wall: Wall, footprint: PlanPolygon, openings: [Opening], storey: STEPValue) -> [STEPValue] {
        let place = placement(storey, at(wall.start), x: wall.direction)
        func local(_ p: PlanPoint) -> PlanPoint {
            PlanPoint((p - wall.start).dot(wall.direction), (p - wall.start).dot(wall.direction.left))
        }
        let position = axes(.zero)
        let solid = solid(profile(footprint.corners.map(local)), at: position, depth: wall.height)
        paint(solid, name: "Wall", color: Self.white)
        let shape = shape([solid], axis: [.zero, PlanPoint(wall.length, 0)])
        // The standard case promises one thickness from a layer set: not where the thickness is a guess.
        let type = wall.assumesThickness ? "IFCWALL" : "IFCWALLSTANDARDCASE"
        let key = wall.id.rawValue
        let entity = root(
            type, key: key,
            values: [.text("Wall \(key)"), nil, nil, place, shape, .text(key)] + (isNew ? [.enumeration("NOTDEFINED")] : []))
        if !wall.assumesThickness {
            let usage = layerUsage(wall.thickness)
            _ = root("IFCRELASSOCIATESMATERIAL", key: key, values: [nil, nil, [entity], usage])
        }
        let gaps = openings.reduce(0) { $0 + $1.area }
        let floorGaps = openings.reduce(0) { $0 + ($1.sill < 0.01 ? $1.width : 0) }
        quantities(
            of: entity, key: key, name: "Qto_WallBaseQuantities",
            values: [
                ("Length", .length(wall.length)), ("Width", .length(wall.thickness)), ("Height", .length(wall.height)),
                ("GrossFootprintArea", .area(footprint.area)),
                ("NetFootprintArea", .area(footprint.area - floorGaps * wall.thickness)),
                ("GrossSideArea", .area(wall.length * wall.height)), ("NetSideArea", .area(wall.length * wall.height - gaps)),
                ("GrossVolume", .volume(footprint.area * wall.height)),
                ("NetVolume", .volume(footprint.area * wall.height - gaps * wall.thickness)),
            ])
        properties(
            of: entity, key: key, name: "Pset_WallCommon",
            values: [("Reference", identifier(wall.id))]
                + (wall.isExternal.map { [("IsExternal", .typed("IFCBOOLEAN", .boolean($0)))] } ?? []))
        scanProperties(of: entity, key, confidence: wall.confidence, unseen: wall.isUnseen, assumesThickness: wall.assumesThickness)
        return [entity] + openings.compactMap { opening($0, in: wall, host: entity, wallPlace: place) }
    }

    /// A hole in a wall, and what fills it.
    private mutating func opening(_ opening: Opening, in wall: Wall, host: STEPValue, wallPlace: STEPValue) -> STEPValue? {
        let key = opening.id.rawValue
        let place = placement(wallPlace, SIMD3(opening.offset, 0, opening.sill))
        // A little deeper than the wall on both sides, so that no skin is left.
        let box = solid(
            rectangle(PlanPoint(opening.width / 2, 0), width: opening.width, depth: wall.thickness + 0.02), at: axes(.zero),
            depth: opening.height
        )
        let shape = shape([box])
        let hole = root(
            "IFCOPENINGELEMENT", key: key,
            values: [.text("Opening \(key)"), nil, nil, place, shape, .text(key)] + (isNew ? [.enumeration("OPENING")] : []))
        _ = root("IFCRELVOIDSELEMENT", key: key, values: [nil, nil, host, hole])
        quantities(
            of: hole, key: key + "/opening", name: "Qto_OpeningElementBaseQuantities",
            values: [
                ("Width", .length(opening.width)), ("Height", .length(opening.height)), ("Depth", .length(wall.thickness)),
                ("Area", .area(opening.area)), ("Volume", .volume(opening.area * wall.thickness)),
            ])
        guard opening.kind != .opening else {
            scanProperties(of: hole, key, confidence: opening.confidence, unseen: opening.isUnseen)
            return nil
        }
        let filling = opening.kind == .door ? door(opening, in: wall, place) : window(opening, in: wall, place)
        _ = root("IFCRELFILLSELEMENT", key: key, values: [nil, nil, hole, filling])
        let name = opening.kind == .door ? "Door" : "Window"
        quantities(
            of: filling, key: key, name: "Qto_\(name)BaseQuantities",
            values: [
                ("Width", .length(opening.width)), ("Height", .length(opening.height)),
                ("Perimeter", .length(2 * (opening.width + opening.height))), ("Area", .area(opening.area)),
            ])
        properties(
            of: filling, key: key, name: "Pset_\(name)Common",
            values: [("Reference", identifier(opening.id))]
                + (wall.isExternal.map { [("IsExternal", .typed("IFCBOOLEAN", .boolean($0)))] } ?? []))
        scanProperties(of: filling, key, confidence: opening.confidence, unseen: opening.isUnseen)
        return filling
    }

    /// An upright profile (x along the wall, y up) swept through the wall's thickness around its axis.
    private mutating func upright(_ profile: STEPValue, thickness: Double) -> STEPValue {
        let position = axes(SIMD3(0, thickness / 2, 0), z: SIMD3(0, -1, 0), x: SIMD3(1, 0, 0))
        return solid(profile, at: position, depth: thickness)
    }

    /// Lining and leaf. Its y axis points to where it opens, as IFC's operation types presume.
    private mutating func door(_ door: Opening, in wall: Wall, _ hole: STEPValue) -> STEPValue {
        let w = door.width
        let h = door.height
        let isTurned = door.swing?.side == .right
        let place = isTurned ? placement(hole, SIMD3(w, 0, 0), x: PlanPoint(-1, 0)) : placement(hole, .zero)
        let frame = min(0.05, w / 5, h / 5)
        let lining = upright(
            profile(
                [(0, 0), (frame, 0), (frame, h - frame), (w - frame, h - frame), (w - frame, 0), (w, 0), (w, h), (0, h)]
                    .map { PlanPoint($0.0, $0.1) }), thickness: min(wall.thickness, 0.12))
        let leaf = upright(
            rectangle(PlanPoint(w / 2, (h - frame) / 2), width: w - 2 * frame, depth: h - frame),
            thickness: min(wall.thickness, 0.04))
        paint(lining, name: "Frame", color: Self.white)
        paint(leaf, name: "Door", color: Self.wood)
        let operation =
            switch (door.swing?.hinge, isTurned) {
            case (nil, _): "NOTDEFINED"
            case (.both, _): "DOUBLE_DOOR_SINGLE_SWING"
            case (.start, false), (.end, true): "SINGLE_SWING_LEFT"
            case (.end, false), (.start, true): "SINGLE_SWING_RIGHT"
            }
        let key = door.id.rawValue
        let shape = shape([lining, leaf])
        return root(
            "IFCDOOR", key: key,
            values: [.text("Door \(key)"), nil, nil, place, shape, .text(key), length(h), length(w)]
                + (isNew ? [.enumeration("DOOR"), .enumeration(operation), nil] : []))
    }

    /// Frame and pane.
    private mutating func window(_ window: Opening, in wall: Wall, _ hole: STEPValue) -> STEPValue {
        let w = window.width
        let h = window.height
        let place = placement(hole, .zero)
        let frame = min(0.06, w / 5, h / 5)
        let middle = file.add("IFCAXIS2PLACEMENT2D", [point(PlanPoint(w / 2, h / 2)), nil])
        let hollow = file.add(
            "IFCRECTANGLEHOLLOWPROFILEDEF", [.enumeration("AREA"), nil, middle, length(w), length(h), length(frame), nil, nil])
        let sash = upright(hollow, thickness: min(wall.thickness, 0.07))
        let pane = upright(
            rectangle(PlanPoint(w / 2, h / 2), width: w - 2 * frame, depth: h - 2 * frame), thickness: min(wall.thickness, 0.02))
        paint(sash, name: "Frame", color: Self.white)
        paint(pane, name: "Glass", color: Self.glass, transparency: 0.6)
        let key = window.id.rawValue
        let shape = shape([sash, pane])
        return root(
            "IFCWINDOW", key: key,
            values: [.text("Window \(key)"), nil, nil, place, shape, .text(key), length(h), length(w)]
                + (isNew ? [.enumeration("WINDOW"), .enumeration("NOTDEFINED"), nil] : []))
    }

    mutating func space(_ room: Room, _ storey: STEPValue) -> STEPValue {
        let place = placement(storey, .zero)
        let solid = solid(
            profile(room.polygon.anticlockwise.corners.map { $0 - base }), at: axes(.zero), depth: room.ceilingHeight)
        paint(solid, name: "Space", color: Self.air, transparency: 0.8)
        let key = room.id.rawValue
        let shape = shape([solid])
        let kind: [STEPValue] = [.enumeration("INTERNAL"), length(0)]
        let entity = root(
            "IFCSPACE", key: key,
            values: [
                .text(key), nil, .text(room.use.rawValue), place, shape, .text(room.name.isEmpty ? key : room.name),
                .enumeration("ELEMENT"),
            ] + kind)
        quantities(of: entity, key: key, name: "Qto_SpaceBaseQuantities", values: quantities(of: room))
        properties(
            of: entity, key: key, name: "Pset_SpaceCommon",
            values: [("Reference", identifier(room.id)), ("IsExternal", .typed("IFCBOOLEAN", false))])
        scanProperties(of: entity, key, confidence: room.confidence, unseen: room.isUnseen, more: scanValues(of: room))
        return entity
    }

    /// What was determined of a room: without heights and volumes where no ceiling was observed, without an area where nothing
    /// limits the room.
    private func quantities(of room: Room) -> [(String, Quantity)] {
        var values: [(String, Quantity)] = []
        if let height = room.observedCeilingHeight {
            values += [("Height", .length(height)), ("FinishCeilingHeight", .length(height))]
        }
        if room.areaRange?.isDetermined != false {
            values += [
                ("GrossPerimeter", .length(room.perimeter)), ("NetPerimeter", .length(room.perimeter)),
                ("GrossFloorArea", .area(room.area)), ("NetFloorArea", .area(room.area)),
            ]
            if let height = room.observedCeilingHeight { values.append(("GrossWallArea", .area(room.perimeter * height))) }
        }
        if let volume = room.observedVolume { values += [("GrossVolume", .volume(volume)), ("NetVolume", .volume(volume))] }
        return values
    }

    private func scanValues(of room: Room) -> [(String, STEPValue)] {
        var values: [(String, STEPValue)] = []
        if room.isCeilingUnseen { values.append(("CeilingHeightAssumed", .typed("IFCBOOLEAN", true))) }
        guard let range = room.areaRange else { return values }
        values.append(("FloorAreaLower", .typed("IFCAREAMEASURE", .real(range.lower))))
        if let upper = range.upper { values.append(("FloorAreaUpper", .typed("IFCAREAMEASURE", .real(upper)))) }
        values.append(("ObservedOutline", .typed("IFCNORMALISEDRATIOMEASURE", .real(range.observedOutline))))
        return values
    }

    /// A floor or roof as a slab, a ceiling as a covering.
    mutating func slab(_ slab: Slab, _ storey: STEPValue) -> STEPValue {
        let place = placement(storey, SIMD3(0, 0, slab.top - slab.thickness))
        let solid = solid(profile(slab.polygon.anticlockwise.corners.map { $0 - base }), at: axes(.zero), depth: slab.thickness)
        paint(solid, name: "Slab", color: Self.gray)
        let key = slab.id.rawValue
        let shape = shape([solid])
        let isCovering = slab.kind == .ceiling
        let kind = isCovering ? "CEILING" : slab.kind == .roof ? "ROOF" : "FLOOR"
        let entity = root(
            isCovering ? "IFCCOVERING" : "IFCSLAB", key: key,
            values: [.text("\(isCovering ? "Ceiling" : "Slab") \(key)"), nil, nil, place, shape, .text(key), .enumeration(kind)])
        if isCovering {
            quantities(
                of: entity, key: key, name: "Qto_CoveringBaseQuantities",
                values: [
                    ("Width", .length(slab.thickness)), ("GrossArea", .area(slab.polygon.area)),
                    ("NetArea", .area(slab.polygon.area)),
                ])
        } else {
            quantities(
                of: entity, key: key, name: "Qto_SlabBaseQuantities",
                values: [
                    ("Width", .length(slab.thickness)), ("Perimeter", .length(slab.polygon.perimeter)),
                    ("GrossArea", .area(slab.polygon.area)), ("NetArea", .area(slab.polygon.area)),
                    ("GrossVolume", .volume(slab.volume)), ("NetVolume", .volume(slab.volume)),
                ])
        }
        properties(
            of: entity, key: key, name: isCovering ? "Pset_CoveringCommon" : "Pset_SlabCommon",
            values: [("Reference", identifier(slab.id))])
        scanProperties(
            of: entity, key, confidence: slab.confidence, unseen: slab.isUnseen, assumesThickness: slab.assumesThickness)
        return entity
    }

    mutating func furniture(_ item: Furniture, _ storey: STEPValue) -> STEPValue {
        let place = placement(storey, at(item.center, item.elevation), x: PlanPoint(cos(item.angle), sin(item.angle)))
        let solid = solid(rectangle(.zero, width: item.width, depth: item.depth), at: axes(.zero), depth: item.height)
        paint(solid, name: "Furniture", color: Self.cloth)
        let key = item.id.rawValue
        let shape = shape([solid])
        let (type, kind) = isNew ? item.category.ifc : ("IFCFURNISHINGELEMENT", nil)
        let name = item.name ?? item.category.rawValue.capitalized
        let entity = root(
            type, key: key,
            values: [.text(name), nil, .text(item.category.rawValue), place, shape, .text(key)]
                + (kind.map { [.enumeration($0)] } ?? []))
        scanProperties(of: entity, key, confidence: item.confidence, unseen: false)
        return entity
    }
}

extension Furniture.Category {
    /// The class of IFC4 and its predefined type.
    fileprivate var ifc: (type: String, kind: String?) {
        switch self {
        case .bathtub: ("IFCSANITARYTERMINAL", "BATH")
        case .sink: ("IFCSANITARYTERMINAL", "SINK")
        case .toilet: ("IFCSANITARYTERMINAL", "TOILETPAN")
        case .dishwasher: ("IFCELECTRICAPPLIANCE", "DISHWASHER")
        case .refrigerator: ("IFCELECTRICAPPLIANCE", "FRIDGE_FREEZER")
        case .stove, .oven: ("IFCELECTRICAPPLIANCE", "ELECTRICCOOKER")
        case .washerDryer: ("IFCELECTRICAPPLIANCE", "WASHINGMACHINE")
        case .television: ("IFCAUDIOVISUALAPPLIANCE", "DISPLAY")
        case .bed: ("IFCFURNITURE", "BED")
        case .chair: ("IFCFURNITURE", "CHAIR")
        case .sofa: ("IFCFURNITURE", "SOFA")
        case .table: ("IFCFURNITURE", "TABLE")
        case .storage, .fireplace, .stairs, .other: ("IFCFURNITURE", "NOTDEFINED")
        }
    }
}
