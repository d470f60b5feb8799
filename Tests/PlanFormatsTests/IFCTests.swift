import PlanFormats
import SyntheticScenes
import FloorPlans
import ModelFormats
import Testing

@Suite struct IFCTests {
    /// Instances by number: type and arguments as text.
    func instances(_ plan: FloorPlan = SampleFlat.plan(), _ options: PlanWriteOptions = PlanWriteOptions()) throws -> [(
        type: String, arguments: String
    )] {
        let text = String(decoding: try written(plan, as: "ifc", options: options), as: UTF8.self)
        #expect(text.hasPrefix("ISO-10303-21;\n") && text.hasSuffix("ENDSEC;\nEND-ISO-10303-21;\n"))
        return try text.split(separator: "\n").filter { $0.hasPrefix("#") }.enumerated().map { i, line in
            let parts = line.split(separator: "=", maxSplits: 1)
            #expect(parts[0] == "#\(i + 1)")
            let open = try #require(parts[1].firstIndex(of: "("))
            return (String(parts[1][..<open]), String(parts[1][open...]))
        }
    }

    @Test func `Parts of the plan become their classes`() throws {
        let count = Dictionary(grouping: try instances(), by: \.type).mapValues(\.count)
        #expect(count["IFCWALLSTANDARDCASE"] == 6 && count["IFCWALL"] == 1)
        #expect(count["IFCDOOR"] == 3 && count["IFCWINDOW"] == 2 && count["IFCSPACE"] == 2 && count["IFCSLAB"] == 1)
        #expect(count["IFCOPENINGELEMENT"] == 6 && count["IFCRELVOIDSELEMENT"] == 6 && count["IFCRELFILLSELEMENT"] == 5)
        #expect(count["IFCFURNITURE"] == 6 && count["IFCAUDIOVISUALAPPLIANCE"] == 1)
        #expect(count["IFCOWNERHISTORY"] == nil)
        let old = Dictionary(grouping: try instances(SampleFlat.plan(), .init(ifc: .ifc2x3)), by: \.type).mapValues(\.count)
        #expect(old["IFCFURNISHINGELEMENT"] == 7 && old["IFCOWNERHISTORY"] == 1)
    }

    @Test func `Global ids are unique, stable, and those of the plan's ids`() throws {
        func ids(_ plan: FloorPlan) throws -> [String: String] {
            var result: [String: String] = [:]
            for (i, instance) in try instances(plan).enumerated() where instance.arguments.hasPrefix("('") {
                let id = String(instance.arguments.dropFirst(2).prefix { $0 != "'" })
                guard id.count == 22 else { continue }
                #expect("0123".contains(id.first!))
                #expect(result.updateValue("\(i)", forKey: id) == nil, "twice: \(id)")
            }
            return result
        }
        var plan = SampleFlat.plan()
        let before = Set(try ids(plan).keys)
        #expect(before.count > 100)
        // An edit keeps all ids but those of what it removes.
        plan.storeys[0].walls[0].height = 2.4
        #expect(try Set(ids(plan).keys) == before)
        plan.storeys[0].furniture.removeLast()
        #expect(try Set(ids(plan).keys).isStrictSubset(of: before))
    }

    @Test func `Quantities are those of the plan`() throws {
        let plan = SampleFlat.plan()
        let areas = try instances(plan).filter { $0.type == "IFCQUANTITYAREA" && $0.arguments.hasPrefix("('NetFloorArea'") }
            .compactMap { Double($0.arguments.split(separator: ",")[3]) }
        for expected in plan.storeys[0].rooms.map(\.area) + [plan.area] {
            #expect(areas.contains { abs($0 - expected) < 1e-8 })
        }
        let millimetres = try instances(plan, .init(unit: .millimetre))
        #expect(millimetres.contains { $0.type == "IFCQUANTITYLENGTH" && $0.arguments == "('Width',$,$,300.,$);" })
        #expect(millimetres.contains { $0.type == "IFCSIUNIT" && $0.arguments.contains(".MILLI.") })
    }

    @Test func `Ceilings cover their spaces, and what was not observed has no quantity`() throws {
        var plan = SampleFlat.plan()
        let room = plan.storeys[0].rooms[0].id
        let outline = plan.storeys[0].rooms[0].polygon
        plan.storeys[0].slabs = [
            Slab(id: "f", kind: .floor, polygon: outline, thickness: 0.2, assumesThickness: true, room: room),
            Slab(id: "c", kind: .ceiling, polygon: outline, top: 2.52, thickness: 0.02, room: room),
            Slab(id: "r", kind: .roof, polygon: plan.storeys[0].outerOutlines[0], top: 2.8, thickness: 0.25),
        ]
        func numbered(_ type: String) throws -> [(number: Int, arguments: String)] {
            try instances(plan).enumerated().filter { $0.element.type == type }.map { ($0.offset + 1, $0.element.arguments) }
        }
        let slabs = try numbered("IFCSLAB")
        #expect(slabs.count == 2 && slabs[0].arguments.hasSuffix(".FLOOR.);") && slabs[1].arguments.hasSuffix(".ROOF.);"))
        let ceiling = try #require(try numbered("IFCCOVERING").first)
        #expect(ceiling.arguments.hasSuffix(".CEILING.);"))
        let relation = try #require(try numbered("IFCRELCOVERSSPACES").first)
        let space = try #require(try numbered("IFCSPACE").first)
        #expect(relation.arguments.hasSuffix("#\(space.number),(#\(ceiling.number)));"))
        let contained = try #require(try numbered("IFCRELCONTAINEDINSPATIALSTRUCTURE").first).arguments
        for number in slabs.map(\.number) + [ceiling.number] { #expect(contained.contains("#\(number),")) }

        let height = try instances(plan).count { $0.arguments.hasPrefix("('FinishCeilingHeight'") }
        plan.storeys[0].rooms[0].isCeilingUnseen = true
        plan.storeys[0].rooms[0].areaRange = AreaRange(lower: 9, upper: nil, observedOutline: 0.2)
        let after = try instances(plan)
        #expect(after.count { $0.arguments.hasPrefix("('FinishCeilingHeight'") } == height - 1)
        #expect(after.contains { $0.arguments.hasPrefix("('CeilingHeightAssumed',$,IFCBOOLEAN(.T.)") })
        #expect(after.contains { $0.arguments.hasPrefix("('FloorAreaLower',$,IFCAREAMEASURE(9.)") })
        #expect(!after.contains { $0.arguments.hasPrefix("('FloorAreaUpper'") })
    }

    @Test func `Far coordinates stand in the site's placement`() throws {
        let points = try instances(PlanFileTests.far).filter { $0.type == "IFCCARTESIANPOINT" }.map(\.arguments)
        #expect(points.filter { $0.contains("5400") }.count == 1)
    }

    @Test func `Texts of any letters are escaped`() throws {
        var plan = SampleFlat.plan()
        plan.name = "Häuser’s \\ 'x' 😀"
        let project = try #require(try instances(plan).first { $0.type == "IFCPROJECT" })
        #expect(project.arguments.contains("'H\\X2\\00E4\\X0\\user\\X2\\2019\\X0\\s \\\\ ''x'' \\X2\\D83DDE00\\X0\\'"))
    }
}
