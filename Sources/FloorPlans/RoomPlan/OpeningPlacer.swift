/// Doors, windows and gaps set into the walls that their faces became part of.
struct OpeningPlacer {
    let walls: [Wall]
    let elevation: Double
    var notes: [String] = []
    private(set) var openings: [Opening] = []
    /// Whether each was seen open.
    private(set) var areOpen: [Bool] = []

    init(walls: [Wall], elevation: Double) { (self.walls, self.elevation) = (walls, elevation) }

    /// - Parameter wall: what is known of the wall that it is in; else the nearest one is taken.
    mutating func place(_ seen: SeenOpening, in wall: Int?) {
        guard let index = wall ?? nearest(seen) else {
            notes.append("\(seen.kind.rawValue) \(seen.id) is left out: no wall contains it")
            return
        }
        let host = walls[index]
        let ends = [seen.start, seen.end].map { ($0 - host.start).dot(host.direction) }
        let low = Swift.max(0, ends.min()!)
        let high = Swift.min(host.length, ends.max()!)
        // What stands a hand above the floor is a measured door; the sill of a window is what it is.
        let bottom = Swift.max(0, seen.bottom - elevation)
        let sill = seen.kind != .window && bottom < 0.15 ? 0 : bottom
        let top = Swift.min(host.height, seen.top - elevation)
        guard high - low >= 0.1, top - sill >= 0.1 else {
            notes.append("\(seen.kind.rawValue) \(seen.id) is left out: too little of it is within its wall")
            return
        }
        let opening = Opening(
            id: PlanID(seen.id), kind: seen.kind, wall: host.id, offset: low, width: high - low, sill: sill, height: top - sill,
            confidence: seen.confidence)
        guard let other = openings.indices.first(where: { covers(openings[$0], opening) }) else {
            openings.append(opening)
            areOpen.append(seen.isOpen)
            return
        }
        merge(opening, into: other, isOpen: seen.isOpen)
    }

    private func covers(_ a: Opening, _ b: Opening) -> Bool {
        a.wall == b.wall
            && Swift.min(a.offset + a.width, b.offset + b.width) - Swift.max(a.offset, b.offset) > 0.5 * Swift.min(a.width, b.width)
    }

    /// The same one seen from the other side, or one above the other in a wall that can hold one at a place.
    private mutating func merge(_ new: Opening, into i: Int, isOpen: Bool) {
        let old = openings[i]
        guard Swift.min(old.sill + old.height, new.sill + new.height) > Swift.max(old.sill, new.sill) else {
            notes.append("\(new.kind.rawValue) \(new.id) is left out: it is above or below \(old.kind.rawValue) \(old.id)")
            return
        }
        // Of two views of one the middle holds; of two kinds the one that tells more: a door is more than the gap it leaves.
        let order: [Opening.Kind] = [.door, .window, .opening]
        if old.kind != new.kind {
            let isBetter = order.firstIndex(of: new.kind)! < order.firstIndex(of: old.kind)!
            if isBetter {
                openings[i] = new
                openings[i].id = old.id
            }
        } else {
            func mean(_ key: KeyPath<Opening, Double>) -> Double { (old[keyPath: key] + new[keyPath: key]) / 2 }
            openings[i].offset = mean(\.offset)
            openings[i].width = mean(\.width)
            openings[i].sill = mean(\.sill)
            openings[i].height = mean(\.height)
        }
        openings[i].confidence = [old.confidence, new.confidence].compactMap(\.self).max()
        areOpen[i] = areOpen[i] || isOpen
    }

    private func nearest(_ seen: SeenOpening) -> Int? {
        var best: (index: Int, distance: Double)?
        for (i, wall) in walls.enumerated() where abs(wall.direction.cross(seen.direction)) < 0.15 {
            let distance = PlanPolygon.distance(seen.middle, wall.start, wall.end)
            if distance < wall.thickness / 2 + 0.25, best == nil || distance < best!.distance { best = (i, distance) }
        }
        return best?.index
    }

    /// Neighbours that reach into each other are cut at the middle; what then is no opening any more goes.
    mutating func separate() {
        for wall in walls {
            let inside = openings.indices.filter { openings[$0].wall == wall.id }.sorted {
                openings[$0].offset < openings[$1].offset
            }
            for (a, b) in zip(inside, inside.dropFirst()) {
                let end = openings[a].offset + openings[a].width
                guard end > openings[b].offset else { continue }
                let cut = (end + openings[b].offset) / 2
                openings[a].width = cut - openings[a].offset
                openings[b].width -= cut - openings[b].offset
                openings[b].offset = cut
            }
        }
        for i in openings.indices.reversed() where openings[i].width < 0.1 {
            notes.append("\(openings[i].kind.rawValue) \(openings[i].id) is left out: its neighbours leave no space for it")
            openings.remove(at: i)
            areOpen.remove(at: i)
        }
    }

    /// Doors that were seen open get a swing. RoomPlan does not tell which way, so it is the usual one: into the room rather than
    /// the corridor, hinged at the jamb nearer to the end of the wall, so that the leaf rests against the next one.
    mutating func swing(into rooms: [Room]) {
        for i in openings.indices where openings[i].kind == .door && areOpen[i] {
            guard let wall = walls.first(where: { $0.id == openings[i].wall }) else { continue }
            let middle = openings[i].offset + openings[i].width / 2
            func room(_ side: Double) -> Room? {
                let place = wall.point(middle, side * (wall.thickness / 2 + 0.25))
                return rooms.first { $0.polygon.contains(place) }
            }
            let left = room(1)
            let right = room(-1)
            let isLeft: Bool
            switch (left, right) {
            case (let l?, let r?):
                if (l.use == .corridor) != (r.use == .corridor) {
                    isLeft = r.use == .corridor
                } else if (l.use == .unknown) != (r.use == .unknown) {
                    isLeft = r.use == .unknown
                } else {
                    isLeft = l.area <= r.area
                }
            case (_?, nil): isLeft = true
            case (nil, _?): isLeft = false
            case (nil, nil): continue
            }
            let isNearStart = openings[i].offset <= wall.length - openings[i].offset - openings[i].width
            // French doors are wider than any single leaf.
            let hinge: Opening.Swing.Hinge = openings[i].width > 1.3 ? .both : isNearStart ? .start : .end
            openings[i].swing = .init(hinge: hinge, side: isLeft ? .left : .right)
            notes.append("door \(openings[i].id) was open; RoomPlan does not say which way, so the default swing is used")
        }
    }
}
