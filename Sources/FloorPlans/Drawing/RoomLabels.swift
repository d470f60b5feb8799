extension Room {
    /// Name, area, sides where it is a rectangle, and ceiling height, where there is most room for them.
    func labels(_ style: PlanGraphics.Style, avoiding obstacles: [PlanPolygon]) -> [PlanFigure] {
        var lines: [(text: String, millimetres: Double)] = [
            (name.isEmpty ? use.rawValue.capitalized : name, 2.8), (style.units.area(area), 2.2),
        ]
        if let (width, height) = sides { lines.append(("\(style.units.length(width)) × \(style.units.labelled(height))", 1.8)) }
        lines.append(("h " + style.units.labelled(ceilingHeight), 1.8))
        let (place, space) = labelPlace(avoiding: obstacles)
        // What does not fit above and below the place is left out, the least important first; the name and the area stay.
        while lines.count > 2, style.metres(1.9 * Double(lines.count)) > space { lines.removeLast() }
        var y = style.metres(1.87 * Double(lines.count - 1))
        return lines.enumerated().map { i, line in
            defer { y -= style.metres(line.millimetres / 2 + 1.9 + (i + 1 < lines.count ? lines[i + 1].millimetres / 2 : 0)) }
            let text = PlanText(line.text, at: place + PlanPoint(0, y), height: style.metres(line.millimetres), isBold: i == 0)
            return PlanFigure(.areaLabel, .text(text))
        }
    }

    /// Across and up the page, where the room is a rectangle to within a degree.
    private var sides: (width: Double, height: Double)? {
        let edges = polygon.edges.map { $0.end - $0.start }
        guard edges.count == 4, (0..<4).allSatisfy({ abs(edges[$0].normalized.dot(edges[($0 + 1) % 4].normalized)) < 0.0175 })
        else {
            return nil
        }
        let (a, b) = ((edges[0].length + edges[2].length) / 2, (edges[1].length + edges[3].length) / 2)
        return abs(edges[0].x) >= abs(edges[0].y) ? (a, b) : (b, a)
    }

    /// The place inside that is farthest from the outline and the furniture, with widths counted half, since texts are wide; and how far.
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
        var (best, most) = (bounds.center, -Double.infinity)
        var (middle, size) = (bounds.center, bounds.size)
        for _ in 0..<2 {
            let steps = 24
            for i in 0...steps {
                for k in 0...steps {
                    let p = middle + size * PlanPoint(Double(i) / Double(steps) - 0.5, Double(k) / Double(steps) - 0.5)
                    let value = space(p) - 0.05 * (p - bounds.center).length
                    if value > most { (best, most) = (p, value) }
                }
            }
            (middle, size) = (best, size / 12)
        }
        return (PlanPoint(best.x * 2, best.y), space(best))
    }
}
