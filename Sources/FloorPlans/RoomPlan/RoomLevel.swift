/// What is on one storey: the parts of all scans whose floors are at nearly one height.
struct RoomLevel {
    var elevation: Double
    /// RoomPlan's number of it, the most common one.
    var story: Int
    var scans: [RoomScan]

    /// Floors farther apart than this are two storeys, in metres.
    static let step = 1.2

    /// From the lowest to the highest. Scans made apart all call their storey 0, so that heights decide; within a scan its own
    /// numbers do.
    static func levels(of scans: [RoomScan]) -> [RoomLevel] {
        var parts: [(story: Int, bottom: Double, scan: RoomScan)] = []
        for scan in scans {
            let stories = Set(scan.faces.map(\.story) + scan.floors.map(\.story) + scan.openings.map(\.story)).sorted()
            for story in stories {
                let part = scan.part(story)
                parts.append((story, part.bottom, part))
            }
        }
        parts = parts.enumerated().sorted { ($0.element.bottom, $0.offset) < ($1.element.bottom, $1.offset) }.map(\.element)
        var groups: [[(story: Int, bottom: Double, scan: RoomScan)]] = []
        for part in parts {
            if let last = groups.last, part.bottom - last[0].bottom < step,
                last.allSatisfy({ $0.story == part.story || part.bottom - last[0].bottom < 0.3 })
            {
                groups[groups.count - 1].append(part)
            } else {
                groups.append([part])
            }
        }
        return groups.map { group in
            let heights = group.map(\.bottom)
            let stories = group.map(\.story)
            let story = Set(stories).sorted().max { a, b in stories.count { $0 == a } < stories.count { $0 == b } }!
            return RoomLevel(elevation: heights[heights.count / 2], story: story, scans: group.map(\.scan))
        }
    }

    var name: String {
        switch story {
        case 0: "Ground floor"
        case ..<0: story == -1 ? "Basement" : "Basement \(-story)"
        default: "Floor \(story)"
        }
    }
}

extension RoomScan {
    /// What is on one of its storeys. Things that name a storey without walls or floors go to the lowest one.
    func part(_ story: Int) -> RoomScan {
        let known = Set(faces.map(\.story) + floors.map(\.story) + openings.map(\.story))
        let lowest = known.min()
        func belongs(_ other: Int) -> Bool { other == story || (story == lowest && !known.contains(other)) }
        var part = self
        part.faces = faces.filter { $0.story == story }
        part.openings = openings.filter { $0.story == story }
        part.floors = floors.filter { $0.story == story }
        part.sections = sections.filter { belongs($0.story) }
        part.objects = objects.filter { belongs($0.story) }
        return part
    }
}
