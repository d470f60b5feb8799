extension FloorPlan {
    /// The plan with an edit.
    /// - Throws: where the edit names what is not there, or what it makes can't be: the reason, in a plain sentence.
    public func applying(_ edit: PlanEdit) throws(FloorPlanError) -> FloorPlan {
        var plan = self
        switch edit {
        case .renameRoom(let id, let name):
            let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard (1...PlanEdit.longestName).contains(name.count) else {
                throw FloorPlanError("a room's name has 1 to \(PlanEdit.longestName) characters")
            }
            let place = try plan.place(of: id, "room") { $0.rooms.firstIndex { $0.id == id } }
            plan.storeys[place.storey].rooms[place.index].name = name
        case .moveWall(let id, let distance):
            let place = try plan.place(of: id, "wall") { $0.walls.firstIndex { $0.id == id } }
            var move = WallMove(plan.storeys[place.storey], wall: place.index, distance)
            plan.storeys[place.storey] = try move.run()
        case .deleteOpening(let id):
            let place = try plan.place(of: id, "opening") { $0.openings.firstIndex { $0.id == id } }
            plan.storeys[place.storey].openings.remove(at: place.index)
        }
        try plan.validate()
        return plan
    }

    /// The plan with edits in their order. One that can't be made any more, as of a wall that another edit took away, is left out.
    /// - Returns: the plan, and the places of the edits that were left out.
    public func applying(_ edits: [PlanEdit]) -> (plan: FloorPlan, leftOut: [Int]) {
        var plan = self
        var leftOut: [Int] = []
        for (i, edit) in edits.enumerated() {
            do throws(FloorPlanError) { plan = try plan.applying(edit) } catch { leftOut.append(i) }
        }
        return (plan, leftOut)
    }

    private func place(
        of id: PlanID, _ what: String, _ find: (Storey) -> Int?
    ) throws(FloorPlanError) -> (storey: Int, index: Int) {
        for (i, storey) in storeys.enumerated() {
            if let index = find(storey) { return (i, index) }
        }
        throw FloorPlanError("the plan has no \(what) \(id.rawValue.prefix(64))")
    }
}
