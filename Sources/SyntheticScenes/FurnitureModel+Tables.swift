import Geometry
import Support

extension FurnitureModel {
    /// A round low table on three splayed legs.
    static func coffeeTable(_ palette: Palette) -> FurnitureModel {
        var table = FurnitureModel()
        let wood = Material.wood(palette.walnut.light, palette.walnut.dark, along: 0)
        let rings: [Float] = [0, 0.06, 0.12, 0.18, 0.24, 0.30, 0.36, 0.41]
        let under = rings.map { Vector2($0, 0.375) }
        let over = rings.reversed().map { Vector2($0, 0.405) }
        table.add(.lathe(under + [Vector2(0.425, 0.38), Vector2(0.432, 0.39), Vector2(0.425, 0.40)] + over, sides: 48), wood)
        for k in 0..<3 {
            let (s, c) = Trigonometry.sincos(Float(k) * 2 * .pi / 3 + 0.4)
            table.add(
                .tube(
                    [Vector3(0.2 * c, 0.385, 0.2 * s), Vector3(0.33 * c, 0, 0.33 * s)], radius: 0.024, endRadius: 0.013, sides: 12),
                .wood(palette.walnut.light, palette.walnut.dark, along: 1))
        }
        table.add(.bookStack([web(0x31505c), web(0xd8c9ae), web(0xb4552f)]), at: Vector3(-0.14, 0.405, 0.10), turn: 0.4)
        table.add(.bowl(radius: 0.11, height: 0.06, color: web(0xe8e2d6)), at: Vector3(0.15, 0.405, -0.08))
        table.add(.mug(web(0x3f5d6b)), at: Vector3(0.12, 0.405, 0.2), turn: 0.7)
        return table
    }

    /// A dining table, 1.5 x 0.85 m, with a bowl of fruit and a vase.
    static func diningTable(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var table = FurnitureModel()
        let legs = Material.wood(palette.oak.light, palette.oak.dark, along: 1, shift: 4)
        table.add(
            Solid.box(Vector3(1.5, 0.036, 0.85), round: 0.015, cell: 0.08).placed(Vector3(0, 0.732, 0)),
            .wood(palette.oak.light, palette.oak.dark, along: 0, shift: 3))
        for x: Float in [-1, 1] {
            table.add(.box(from: Vector3(x * 0.64 - 0.012, 0.64, -0.34), to: Vector3(x * 0.64 + 0.012, 0.716, 0.34)), legs)
            table.add(.box(from: Vector3(-0.64, 0.64, x * 0.33 - 0.012), to: Vector3(0.64, 0.716, x * 0.33 + 0.012)), legs)
            for z: Float in [-1, 1] {
                table.add(
                    Solid.column(bottom: 0.019, top: 0.034, height: 0.715, sides: 14, rows: 6).placed(
                        Vector3(x * 0.64, 0, z * 0.33)), legs)
            }
        }
        table.add(.fruitBowl(&random), at: Vector3(-0.22, 0.75, 0.02))
        table.add(.vase(web(0x6d8b8a), height: 0.24, stems: 7, &random), at: Vector3(0.26, 0.75, -0.04))
        return table
    }

    /// A low cabinet with three doors, `width` metres wide and 0.42 m deep.
    static func sideboard(_ palette: Palette, width: Float, height: Float = 0.56, doors: Int = 3) -> FurnitureModel {
        var board = FurnitureModel()
        let wood = palette.walnut
        let (w, d): (Float, Float) = (width, 0.42)
        let foot: Float = 0.14
        board.add(
            .box(from: Vector3(-w / 2, foot, -d / 2), to: Vector3(w / 2, height, d / 2 - 0.02), round: 0.006, cell: 0.1),
            .wood(wood.light, wood.dark, along: 0, shift: 7))
        let door = (w - 0.03) / Float(doors)
        for k in 0..<doors {
            let x = (Float(k) - Float(doors - 1) / 2) * door
            board.add(
                .box(
                    from: Vector3(x - door / 2 + 0.003, foot + 0.015, d / 2 - 0.02),
                    to: Vector3(x + door / 2 - 0.003, height - 0.02, d / 2),
                    round: 0.003, segments: 1, cell: 0.1), .wood(wood.light, wood.dark, along: 1, shift: 11 + Float(k) * 5))
            let knob = Solid.ball(Vector3(0.013, 0.013, 0.013), rows: 8)
            board.add(knob.placed(Vector3(x + door * 0.4, (foot + height) / 2, d / 2 + 0.013)), .clay(palette.brass))
        }
        for x in [-w / 2 + 0.1, w / 2 - 0.1] {
            for z: Float in [-0.13, 0.13] {
                board.add(
                    Solid.column(bottom: 0.012, top: 0.02, height: foot, sides: 12).placed(Vector3(x, 0, z)), .clay(palette.iron))
            }
        }
        return board
    }

    /// A bedside table with a drawer.
    static func nightstand(_ palette: Palette) -> FurnitureModel {
        var stand = FurnitureModel()
        let wood = Material.wood(palette.oak.light, palette.oak.dark, along: 0, shift: 2)
        stand.add(.box(from: Vector3(-0.21, 0.26, -0.19), to: Vector3(0.21, 0.50, 0.17), round: 0.008, cell: 0.1), wood)
        stand.add(.box(from: Vector3(-0.195, 0.28, 0.17), to: Vector3(0.195, 0.475, 0.188), round: 0.004, cell: 0.1), wood)
        stand.add(.tube([Vector3(-0.05, 0.38, 0.20), Vector3(0.05, 0.38, 0.20)], radius: 0.006, sides: 8), .clay(palette.brass))
        for x: Float in [-1, 1] {
            for z: Float in [-1, 1] {
                stand.add(
                    .tube(
                        [Vector3(x * 0.17, 0.265, z * 0.14 - 0.01), Vector3(x * 0.19, 0, z * 0.16 - 0.01)], radius: 0.017,
                        endRadius: 0.01), wood)
            }
        }
        return stand
    }

    /// A desk, 1.25 x 0.6 m, with a laptop, a lamp, books and a mug.
    static func desk(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var desk = FurnitureModel()
        let wood = Material.wood(palette.oak.light, palette.oak.dark, along: 0, shift: 6)
        desk.add(Solid.box(Vector3(1.25, 0.03, 0.6), round: 0.01, cell: 0.08).placed(Vector3(0, 0.735, 0)), wood)
        desk.add(
            .box(from: Vector3(0.18, 0.58, -0.24), to: Vector3(0.58, 0.72, 0.26), round: 0.006, cell: 0.08), .paint(palette.trim))
        desk.add(
            .box(from: Vector3(0.19, 0.59, 0.26), to: Vector3(0.57, 0.712, 0.275), round: 0.004, cell: 0.09), .paint(palette.trim))
        desk.add(.tube([Vector3(0.33, 0.655, 0.285), Vector3(0.43, 0.655, 0.285)], radius: 0.006, sides: 8), .clay(palette.brass))
        for x: Float in [-1, 1] {
            for z: Float in [-1, 1] {
                desk.add(
                    .tube([Vector3(x * 0.56, 0.72, z * 0.25), Vector3(x * 0.59, 0, z * 0.27)], radius: 0.02, endRadius: 0.013),
                    .wood(palette.oak.light, palette.oak.dark, along: 1))
            }
        }
        desk.add(.laptop(), at: Vector3(-0.08, 0.75, 0.02), turn: 0.06)
        desk.add(.deskLamp(palette), at: Vector3(-0.48, 0.75, -0.15), turn: -0.6)
        desk.add(.books(7, random: &random, palette: palette), at: Vector3(0.40, 0.75, -0.17))
        desk.add(.mug(web(0xb4552f)), at: Vector3(0.26, 0.75, 0.1), turn: 0.3)
        return desk
    }
}
