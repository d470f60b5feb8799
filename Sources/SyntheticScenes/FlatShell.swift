import Geometry

/// The rooms without what stands in them: one closed surface around the air, which faces inwards.
package enum FlatShell {
    /// Heights and places in metres; the floor's boards lie on `base` and end at y = 0.
    package static let base: Float = -0.008
    package static let ceiling: Float = 2.62
    package static let doorTop: Float = 2.06
    package static let living = Bounds(min: Vector3(0, base, 0), max: Vector3(5, ceiling, 4.7))
    package static let bedroom = Bounds(min: Vector3(5.14, base, 0), max: Vector3(8.84, ceiling, 3.9))
    package static let doorway = Bounds(min: Vector3(5, base, 2.75), max: Vector3(5.14, doorTop, 3.65))
    /// The recess of the flat's own door, which is shut.
    package static let entrance = Bounds(min: Vector3(3.5, base, 4.7), max: Vector3(4.4, doorTop, 4.78))
    package static let livingWindow = Bounds(min: Vector3(1.25, 0.9, -0.22), max: Vector3(3.35, 2.26, 0))
    package static let bedroomWindow = Bounds(min: Vector3(8.84, 0.95, 2.15), max: Vector3(9.06, 2.26, 3.55))

    private static let air = [living, bedroom, doorway, entrance, livingWindow, bedroomWindow]

    /// The surface, in parts by material.
    static func furniture(_ palette: Palette) -> FurnitureModel {
        let planes = (0..<3).map { k in Set(air.flatMap { [$0.min[k], $0.max[k]] }).sorted() }
        // The planes of all boxes with even steps of at most 10 cm between them: neighbouring faces then share all their vertices.
        let marks = planes.map { list in
            zip(list, list.dropFirst()).flatMap { a, b in
                let n = max(1, Int(((b - a) / 0.10).rounded(.up)))
                return (0..<n).map { a + (b - a) * Float($0) / Float(n) }
            } + [list.last!]
        }
        var solids = [Solid](repeating: Solid(), count: Surface.allCases.count)
        for axis in 0..<3 {
            let b = (axis + 1) % 3
            let c = (axis + 2) % 3
            for i in planes[b].indices.dropLast() {
                for j in planes[c].indices.dropLast() {
                    for k in planes[axis].indices {
                        var middle = Vector3(repeating: 0)
                        middle[b] = (planes[b][i] + planes[b][i + 1]) / 2
                        middle[c] = (planes[c][j] + planes[c][j + 1]) / 2
                        let plane = planes[axis][k]
                        let below = k > 0 && isAir(middle, axis: axis, along: (planes[axis][max(k, 1) - 1] + plane) / 2)
                        let above =
                            k + 1 < planes[axis].count
                            && isAir(middle, axis: axis, along: (plane + planes[axis][min(k + 1, planes[axis].count - 1)]) / 2)
                        guard below != above else { continue }
                        middle[axis] = plane
                        var normal = Vector3(repeating: 0)
                        normal[axis] = above ? 1 : -1
                        let us = marks[b].filter { $0 >= planes[b][i] && $0 <= planes[b][i + 1] }
                        let vs = marks[c].filter { $0 >= planes[c][j] && $0 <= planes[c][j + 1] }
                        let (first, second) = above ? (us, vs) : (vs, us)
                        solids[surface(middle, normal).rawValue].addGrid(first.count - 1, rows: second.count - 1) { m, n in
                            var p = Vector3(repeating: 0)
                            p[axis] = plane
                            p[above ? b : c] = first[m]
                            p[above ? c : b] = second[n]
                            return p
                        }
                    }
                }
            }
        }
        var shell = FurnitureModel()
        for surface in Surface.allCases { shell.add(solids[surface.rawValue], material(surface, palette)) }
        return shell
    }

    private static func isAir(_ middle: Vector3, axis: Int, along: Float) -> Bool {
        var p = middle
        p[axis] = along
        return air.contains { $0.contains(p) }
    }

    private enum Surface: Int, CaseIterable { case wall, accent, ceiling, subfloor, reveal, door, livingPane, bedroomPane }

    private static func surface(_ p: Vector3, _ normal: Vector3) -> Surface {
        if normal.y > 0 && p.y == base { return .subfloor }
        if normal.y < 0 && p.y == ceiling { return .ceiling }
        if p.z == livingWindow.min.z { return .livingPane }
        if p.x == bedroomWindow.max.x { return .bedroomPane }
        if p.z == entrance.max.z { return .door }
        let isInside =
            (p.x >= living.min.x && p.x <= living.max.x && p.z >= living.min.z && p.z <= living.max.z)
            || (p.x >= bedroom.min.x && p.x <= bedroom.max.x && p.z >= bedroom.min.z && p.z <= bedroom.max.z)
        guard isInside else { return .reveal }
        return p.z == 0 && p.x > bedroom.min.x ? .accent : .wall
    }

    private static func material(_ surface: Surface, _ palette: Palette) -> Material {
        switch surface {
        case .wall: return .paint(palette.wall)
        case .accent: return .paint(palette.accentWall)
        case .ceiling: return .paint(palette.ceiling)
        case .subfloor: return .plain(palette.oak.dark * 0.3)
        case .reveal: return .paint(palette.trim)
        case .door: return .paint(web(0xe9e3d6))
        case .livingPane:
            let view = Material.view(Vector2(livingWindow.size.x, livingWindow.size.y))
            let center = livingWindow.center
            return Material(.pane, mean: view.mean) { p, spot in view.color(Vector3(p.x - center.x, p.y - center.y, 0), spot) }
        case .bedroomPane:
            let view = Material.view(Vector2(bedroomWindow.size.z, bedroomWindow.size.y))
            let center = bedroomWindow.center
            return Material(.pane, mean: view.mean) { p, spot in view.color(Vector3(p.z - center.z + 7, p.y - center.y, 0), spot) }
        }
    }
}
