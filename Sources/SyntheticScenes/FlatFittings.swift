import Geometry
import Support

/// What belongs to the rooms themselves: boards on the floor, skirting, door frames, windows.
enum FlatFittings {
    /// Oak boards along x, each its own piece of wood, 14 cm wide and from 0.8 to 1.7 m long.
    static func floorboards(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var floor = FurnitureModel()
        let width: Float = 0.14
        for area in [FlatShell.living, FlatShell.bedroom, FlatShell.doorway] {
            // The doorway continues the rows of the living room.
            var row = Int((area.min.z / width).rounded(.down))
            while Float(row) * width < area.max.z - 1e-4 {
                let low = max(area.min.z, Float(row) * width)
                let high = min(area.max.z, Float(row + 1) * width)
                row += 1
                guard high - low > 1e-3 else { continue }
                var x = area.min.x
                var length = 0.25 + 1.2 * random.unit()
                while x < area.max.x - 1e-4 {
                    var end = x + length
                    if area.max.x - end < 0.25 { end = area.max.x }
                    let tone = 0.90 + 0.20 * random.unit()
                    let warmth = 0.97 + 0.06 * random.unit()
                    let tint = Vector3(tone * warmth, tone, tone / warmth)
                    let size = Vector3(end - x, -FlatShell.base, high - low)
                    let center = Vector3(x + size.x / 2, -size.y / 2, low + size.z / 2)
                    let board = Solid.slab(size, cell: 0.1).placed(center)
                    floor.add(board, .wood(palette.oak.light * tint, palette.oak.dark * tint, along: 0, shift: random.unit() * 40))
                    x = end
                    length = 0.8 + 0.9 * random.unit()
                }
            }
        }
        return floor
    }

    static func skirting(_ palette: Palette) -> FurnitureModel {
        var skirting = FurnitureModel()
        let paint = Material.paint(palette.trim)
        let (h, t): (Float, Float) = (0.08, 0.014)
        let a = FlatShell.living
        let b = FlatShell.bedroom
        let gap: Float = 0.08
        func along(x: ClosedRange<Float>, z: Float, _ side: Float) {
            let other = z + side * t
            skirting.add(
                .box(
                    from: Vector3(x.lowerBound, 0, min(z, other)), to: Vector3(x.upperBound, h, max(z, other)), round: 0.004,
                    cell: 0.1), paint)
        }
        func along(z: ClosedRange<Float>, x: Float, _ side: Float) {
            let other = x + side * t
            skirting.add(
                .box(
                    from: Vector3(min(x, other), 0, z.lowerBound), to: Vector3(max(x, other), h, z.upperBound), round: 0.004,
                    cell: 0.1), paint)
        }
        let door = FlatShell.doorway
        along(x: a.min.x...a.max.x, z: a.min.z, 1)
        along(x: a.min.x...FlatShell.entrance.min.x - gap, z: a.max.z, -1)
        along(x: FlatShell.entrance.max.x + gap...a.max.x, z: a.max.z, -1)
        along(z: a.min.z...a.max.z, x: a.min.x, 1)
        along(z: a.min.z...door.min.z - gap, x: a.max.x, -1)
        along(z: door.max.z + gap...a.max.z, x: a.max.x, -1)
        along(x: b.min.x...b.max.x, z: b.min.z, 1)
        along(x: b.min.x...b.max.x, z: b.max.z, -1)
        along(z: b.min.z...b.max.z, x: b.max.x, -1)
        along(z: b.min.z...door.min.z - gap, x: b.min.x, 1)
        along(z: door.max.z + gap...b.max.z, x: b.min.x, 1)
        return skirting
    }

    /// The frame around an opening of `width` x `height` metres: the opening's middle at the origin, on a wall at z = 0.
    private static func casing(width: Float, height: Float, _ paint: Material) -> FurnitureModel {
        var frame = FurnitureModel()
        let (bar, t): (Float, Float) = (0.08, 0.018)
        for side: Float in [-1, 1] {
            let x = side * (width / 2 + bar / 2)
            frame.add(.box(from: Vector3(x - bar / 2, 0, 0), to: Vector3(x + bar / 2, height, t), round: 0.005, cell: 0.1), paint)
        }
        frame.add(
            .box(
                from: Vector3(-width / 2 - bar, height, 0), to: Vector3(width / 2 + bar, height + bar, t), round: 0.005, cell: 0.1),
            paint)
        return frame
    }

    /// Frames around both doors, and panels and a handle on the shut one.
    static func doors(_ palette: Palette) -> FurnitureModel {
        var doors = FurnitureModel()
        let paint = Material.paint(palette.trim)
        let way = FlatShell.doorway
        let frame = casing(width: way.size.z, height: way.max.y, paint)
        doors.add(frame, at: Vector3(way.min.x, 0, way.center.z), turn: -.pi / 2)
        doors.add(frame, at: Vector3(way.max.x, 0, way.center.z), turn: .pi / 2)
        let entrance = FlatShell.entrance
        doors.add(
            casing(width: entrance.size.x, height: entrance.max.y, paint), at: Vector3(entrance.center.x, 0, entrance.min.z),
            turn: .pi)
        var leaf = FurnitureModel()
        let leafPaint = Material.paint(web(0xe9e3d6))
        for x: Float in [-0.2, 0.2] {
            leaf.add(.box(from: Vector3(x - 0.15, 0.18, 0), to: Vector3(x + 0.15, 0.86, 0.014), round: 0.006, cell: 0.1), leafPaint)
            leaf.add(.box(from: Vector3(x - 0.15, 1.06, 0), to: Vector3(x + 0.15, 1.92, 0.014), round: 0.006, cell: 0.1), leafPaint)
        }
        leaf.add(
            .tube([Vector3(0.38, 0.98, 0), Vector3(0.38, 0.98, 0.045), Vector3(0.27, 0.98, 0.05)], radius: 0.009),
            .clay(palette.brass))
        let sill = Solid.box(
            from: Vector3(entrance.min.x, FlatShell.base, entrance.min.z), to: Vector3(entrance.max.x, 0.004, entrance.max.z),
            cell: 0.1)
        doors.add(sill, .wood(palette.oak.light, palette.oak.dark, along: 0, shift: 21))
        doors.add(leaf, at: Vector3(entrance.center.x, 0, entrance.max.z), turn: .pi)
        return doors
    }

    /// A window of `size` metres in front of its pane: frame, bars, handle and a board below. The middle of the pane at the origin,
    /// the room towards +z, the wall's face at `depth`.
    private static func window(_ size: Vector2, depth: Float, _ palette: Palette) -> FurnitureModel {
        var window = FurnitureModel()
        let paint = Material.paint(palette.trim)
        let w = size.x / 2
        let h = size.y / 2
        let bar: Float = 0.055
        func beam(_ x0: Float, y0: Float, x1: Float, y1: Float) {
            window.add(.box(from: Vector3(x0, y0, 0.03), to: Vector3(x1, y1, 0.09), round: 0.006, cell: 0.1), paint)
        }
        beam(-w, y0: -h, x1: w, y1: -h + bar)
        beam(-w, y0: h - bar, x1: w, y1: h)
        beam(-w, y0: -h + bar, x1: -w + bar, y1: h - bar)
        beam(w - bar, y0: -h + bar, x1: w, y1: h - bar)
        beam(-bar * 0.6, y0: -h + bar, x1: bar * 0.6, y1: h - bar)
        beam(-w + bar, y0: h * 0.38, x1: -bar * 0.6, y1: h * 0.38 + 0.03)
        beam(bar * 0.6, y0: h * 0.38, x1: w - bar, y1: h * 0.38 + 0.03)
        window.add(
            .tube([Vector3(0, -0.1, 0.085), Vector3(0, -0.1, 0.12), Vector3(0, -0.2, 0.125)], radius: 0.008), .clay(palette.brass))
        window.add(.box(from: Vector3(-w, -h, 0.09), to: Vector3(w, -h + 0.025, depth + 0.07), round: 0.008, cell: 0.08), paint)
        return window
    }

    static func windows(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var windows = FurnitureModel()
        let a = FlatShell.livingWindow
        windows.add(window(Vector2(a.size.x, a.size.y), depth: a.size.z, palette), at: Vector3(a.center.x, a.center.y, a.min.z))
        let b = FlatShell.bedroomWindow
        windows.add(
            window(Vector2(b.size.z, b.size.y), depth: b.size.x, palette), at: Vector3(b.max.x, b.center.y, b.center.z),
            turn: -.pi / 2)
        // Curtains from a rod.
        let iron = Material.clay(palette.brass)
        var drapes = FurnitureModel()
        drapes.add(.tube((0...16).map { Vector3(-1.55 + 3.1 * Float($0) / 16, 2.42, 0) }, radius: 0.012), iron)
        for side: Float in [-1, 1] {
            drapes.add(Solid.ball(Vector3(0.028, 0.028, 0.028), rows: 8).placed(Vector3(side * 1.56, 2.42, 0)), iron)
            drapes.add(.tube([Vector3(side * 1.3, 2.42, 0), Vector3(side * 1.3, 2.42, -0.1)], radius: 0.008, sides: 8), iron)
            drapes.add(.curtain(palette, width: 0.52, height: 2.38, shift: 3 * random.unit()), at: Vector3(side * 1.24, 0.02, 0))
        }
        windows.add(drapes, at: Vector3(a.center.x, 0, 0.1))
        return windows
    }
}
