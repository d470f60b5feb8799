extension Room {
    /// Name, area and its range, sides where it is a rectangle, and ceiling height, where there is most room for them.
    ///
    /// A name that is too long for the room is set on two lines or smaller. What does not fit is left out, the least important
    /// first; the name and the area stay.
    func labels(_ style: PlanGraphics.Style, avoiding obstacles: [PlanPolygon], walls: [PlanPolygon]) -> [PlanFigure] {
        let near = polygon.bounds
        let walls = walls.filter { $0.bounds.intersects(near) }
        let (place, space) = labelPlace(avoiding: obstacles + walls)
        // Twice the way to the nearest wall on either side of a line, less a little air.
        func free(_ y: Double, _ height: Double) -> Double {
            var least = Double.infinity
            for (a, b) in ([polygon] + walls).flatMap(\.edges) {
                for at in [place.y + y - height / 2, place.y + y + height / 2] where (a.y > at) != (b.y > at) {
                    least = Swift.min(least, abs(a.x + (b.x - a.x) * (at - a.y) / (b.y - a.y) - place.x))
                }
            }
            return 2 * least - style.metres(1)
        }
        func fits(_ line: PlanText) -> Bool {
            PlanText.width(line.text, height: line.height, isBold: line.isBold) <= free(line.position.y - place.y, line.height)
        }
        func set(_ lines: [(text: String, millimetres: Double, isName: Bool)]) -> [PlanText] {
            let pitches = zip(lines, lines.dropFirst()).map { ($0.millimetres + $1.millimetres) / 2 + ($1.isName ? 1.1 : 1.9) }
            var y = style.metres(pitches.reduce(0, +) / 2)
            return lines.enumerated().map { i, line in
                defer { if i < pitches.count { y -= style.metres(pitches[i]) } }
                return PlanText(line.text, at: place + PlanPoint(0, y), height: style.metres(line.millimetres), isBold: line.isName)
            }
        }

        let title = name.isEmpty ? use.rawValue.capitalized : name
        var texts: [PlanText] = []
        search: for size in [2.8, 2.2, 1.8, 1.4] {
            for parts in [[title], title.halves] {
                let names = parts.map { (text: $0, millimetres: size, isName: true) }
                var lines = names + [(areaLabel(style.units), Swift.min(size, 2.2), false)]
                if let areaRange { lines.append((style.units.area(areaRange), 1.8, false)) }
                if areaRange?.isDetermined != false, let (width, height) = sides {
                    let mark = isUnseen ? PlanUnits.assumedMark : ""
                    lines.append(("\(mark)\(style.units.length(width)) × \(style.units.labelled(height))", 1.8, false))
                }
                lines.append((heightLabel(style.units), 1.8, false))
                while lines.count > names.count + 1, style.metres(1.9 * Double(lines.count)) > space { lines.removeLast() }
                texts = set(lines)
                while lines.count > names.count + 1, let wide = texts[(names.count + 1)...].firstIndex(where: { !fits($0) }) {
                    lines.remove(at: wide)
                    texts = set(lines)
                }
                let isLow = parts.count == 1 || style.metres(1.9 * Double(parts.count + 1)) <= space
                if isLow, texts[...names.count].allSatisfy(fits) { break search }
            }
        }
        return texts.map { PlanFigure(.areaLabel, .text($0)) }
    }

    private func areaLabel(_ units: PlanUnits) -> String {
        guard let areaRange else { return units.area(area) }
        return areaRange.isDetermined ? PlanUnits.assumedMark + units.area(area) : "area " + PlanUnits.notDetermined
    }

    private func heightLabel(_ units: PlanUnits) -> String {
        "h " + (observedCeilingHeight.map(units.labelled) ?? PlanUnits.notDetermined)
    }

    /// Across and up the page, where the room is a rectangle to within a degree.
    private var sides: (width: Double, height: Double)? {
        let edges = polygon.edges.map { $0.end - $0.start }
        guard edges.count == 4, (0..<4).allSatisfy({ abs(edges[$0].normalized.dot(edges[($0 + 1) % 4].normalized)) < 0.0175 })
        else {
            return nil
        }
        let a = (edges[0].length + edges[2].length) / 2
        let b = (edges[1].length + edges[3].length) / 2
        return abs(edges[0].x) >= abs(edges[0].y) ? (a, b) : (b, a)
    }

    /// The place inside that is farthest from the outline and the furniture, with widths counted half, since texts are wide; and
    /// how far.
    func labelPlace(avoiding obstacles: [PlanPolygon]) -> (place: PlanPoint, space: Double) {
        func squeezed(_ polygon: PlanPolygon) -> PlanPolygon { PlanPolygon(polygon.corners.map { PlanPoint($0.x / 2, $0.y) }) }
        let shape = squeezed(polygon)
        let bounds = shape.bounds
        let near = polygon.bounds
        let obstacles = obstacles.filter { $0.bounds.intersects(near) }.map(squeezed)
        func space(_ p: PlanPoint) -> Double {
            guard shape.contains(p) else { return -shape.distance(to: p) }
            return obstacles.reduce(shape.distance(to: p)) { least, obstacle in
                Swift.min(least, obstacle.contains(p) ? 0 : obstacle.distance(to: p))
            }
        }
        // A grid, and a finer one around the best place. Nearer to the middle wins where the difference is small.
        var best = bounds.center
        var most = -Double.infinity
        var middle = bounds.center
        var size = bounds.size
        for _ in 0..<2 {
            let steps = 24
            for i in 0...steps {
                for k in 0...steps {
                    let p = middle + size * PlanPoint(Double(i) / Double(steps) - 0.5, Double(k) / Double(steps) - 0.5)
                    let value = space(p) - 0.05 * (p - bounds.center).length
                    if value > most { (best, most) = (p, value) }
                }
            }
            middle = best
            size = size / 12
        }
        return (PlanPoint(best.x * 2, best.y), space(best))
    }
}

extension String {
    /// Two lines, broken at the space nearest to the middle; one where there is none.
    fileprivate var halves: [String] {
        let middle = count / 2
        let spaces = indices.filter { self[$0] == " " }
        guard
            let space = spaces.min(by: {
                abs(distance(from: startIndex, to: $0) - middle) < abs(distance(from: startIndex, to: $1) - middle)
            })
        else { return [self] }
        return [String(self[..<space]), String(self[index(after: space)...])]
    }
}
