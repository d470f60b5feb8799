import Geometry
import Support

/// Where everything stands.
enum FlatLayout {
    /// Everything in the flat: its parts in a fixed order, their places moved a little by the seed.
    static func furniture(seed: UInt64) -> [FurnitureModel] {
        var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 17)
        // The first seed shows the palette that the documents show.
        let palette = Palette.choose(&random, seed: seed)
        return [
            FlatShell.furniture(palette), FlatFittings.floorboards(palette, &random), FlatFittings.skirting(palette),
            FlatFittings.doors(palette),
            FlatFittings.windows(palette, &random), livingRoom(palette, &random), dining(palette, &random), walls(palette),
            bedroom(palette, &random),
        ]
    }

    /// Up to `reach` metres to either side.
    private static func jitter(_ random: inout SplitMix64, _ reach: Float) -> Float { (2 * random.unit() - 1) * reach }

    private static func livingRoom(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var room = FurnitureModel()
        let shift = Vector3(jitter(&random, 0.04), 0, 0)
        room.add(.sofa(palette), at: Vector3(2.3, 0, 0.70) + shift)
        let rug = Vector2(2.7, 1.85)
        let colors = palette.rug
        room.add(
            FurnitureModel.flat(
                .slab(Vector3(rug.x, 0.012, rug.y), cell: 0.03),
                .rug(rug, ground: colors.ground, dark: colors.dark, warm: colors.warm, accent: colors.accent)),
            at: Vector3(2.3, 0.006, 1.95), turn: jitter(&random, 0.03))
        room.add(
            .coffeeTable(palette), at: Vector3(2.25 + jitter(&random, 0.05), 0.012, 1.98 + jitter(&random, 0.04)),
            turn: jitter(&random, 0.5))
        room.add(.armchair(palette), at: Vector3(3.62 + jitter(&random, 0.03), 0.0, 2.22), turn: -1.95 + jitter(&random, 0.12))
        room.add(.floorLamp(palette), at: Vector3(0.72, 0, 0.42) + shift)
        room.add(.tree(&random, pot: web(0xc27c54)), at: Vector3(4.05, 0, 0.5), turn: jitter(&random, 1.5))
        room.add(.bookcase(palette, &random), at: Vector3(0.17, 0, 2.35 + jitter(&random, 0.04)), turn: .pi / 2)
        room.add(.basket(palette), at: Vector3(0.32, 0, 1.22 + jitter(&random, 0.03)), turn: .pi / 2 + jitter(&random, 0.2))
        // The sideboard with the television, along the wall to the bedroom.
        var media = FurnitureModel.sideboard(palette, width: 1.7)
        media.add(.television(), at: Vector3(0.1, 0.56, -0.03))
        media.add(.vase(web(0xd8cbb8), height: 0.26, stems: 5, &random), at: Vector3(-0.70, 0.56, 0))
        media.add(.bookStack([web(0xb08968), web(0x264653)]), at: Vector3(0.70, 0.56, 0.06), turn: .pi / 2)
        room.add(media, at: Vector3(4.77, 0, 1.42 + jitter(&random, 0.04)), turn: -.pi / 2)
        return room
    }

    private static func dining(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var room = FurnitureModel()
        let center = Vector3(1.62 + jitter(&random, 0.03), 0, 3.74)
        room.add(.diningTable(palette, &random), at: center)
        let chair = FurnitureModel.chair(palette, seat: palette.armchair * 0.8 + palette.pillows.1 * 0.2)
        for side: Float in [-1, 1] {
            for x: Float in [-0.36, 0.36] {
                let z = side * (0.50 + 0.05 * random.unit())
                room.add(chair, at: center + Vector3(x, 0, z), turn: (side > 0 ? .pi : 0) + jitter(&random, 0.10))
            }
        }
        room.add(.pendant(palette, drop: 1.12), at: Vector3(center.x, FlatShell.ceiling, center.z))
        room.add(.pottedPlant(&random, leaves: 18, reach: 0.3), at: Vector3(0.36, 0, 4.34))
        return room
    }

    /// What hangs on the walls.
    private static func walls(_ palette: Palette) -> FurnitureModel {
        var room = FurnitureModel()
        let oak = palette.oak
        let walnut = palette.walnut
        room.add(.picture(.sun, Vector2(0.56, 0.74), frame: oak), at: Vector3(4.32, 1.62, 0))
        room.add(.picture(.leaves, Vector2(0.42, 0.56), frame: walnut), at: Vector3(0, 1.62, 0.98), turn: .pi / 2)
        room.add(.picture(.circles, Vector2(0.5, 0.5), frame: walnut), at: Vector3(5, 1.72, 1.42), turn: -.pi / 2)
        room.add(.picture(.sea, Vector2(0.9, 0.6), frame: oak), at: Vector3(0, 1.6, 3.95), turn: .pi / 2)
        room.add(.clock(palette), at: Vector3(8.35, 1.75, 0))
        room.add(.picture(.arches, Vector2(0.5, 0.66), frame: oak), at: Vector3(6.85, 1.72, 0))
        room.add(.picture(.circles, Vector2(0.5, 0.66), frame: oak), at: Vector3(7.55, 1.72, 0))
        room.add(.picture(.leaves, Vector2(0.5, 0.7), frame: walnut), at: Vector3(5.14, 1.60, 2.27), turn: .pi / 2)
        return room
    }

    private static func bedroom(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var room = FurnitureModel()
        let bed = 7.2 + jitter(&random, 0.02)
        room.add(.bed(palette), at: Vector3(bed, 0, 0.02))
        for side: Float in [-1, 1] {
            var stand = FurnitureModel.nightstand(palette)
            stand.add(.tableLamp(palette, foot: palette.accentWall), at: Vector3(0.04 * side, 0.50, -0.04))
            if side > 0 { stand.add(.mug(palette.blanket), at: Vector3(-0.11, 0.50, 0.09), turn: 2) }
            if side < 0 {
                stand.add(.bookStack([web(0x5f4b66), web(0xe9d8a6)]).shrunk(0.8), at: Vector3(0.06, 0.50, 0.08), turn: 0.2)
            }
            room.add(stand, at: Vector3(bed + side * 1.11, 0, 0.22))
        }
        room.add(.wardrobe(palette), at: Vector3(5.435, 0, 1.06), turn: .pi / 2)
        let runner = Vector2(1.9, 1.15)
        room.add(
            FurnitureModel.flat(
                .slab(Vector3(runner.x, 0.012, runner.y), cell: 0.03),
                .stripes(
                    [
                        Material.Stripe(0, palette.rug.ground), Material.Stripe(0.55, palette.rug.warm),
                        Material.Stripe(0.62, palette.rug.ground), Material.Stripe(0.68, palette.rug.dark),
                        Material.Stripe(0.74, palette.rug.ground), Material.Stripe(0.8, palette.rug.warm),
                        Material.Stripe(0.87, palette.rug.ground),
                    ],
                    period: 0.38, axis: 0)), at: Vector3(6.55, 0.006, 2.78 + jitter(&random, 0.03)), turn: jitter(&random, 0.04))
        room.add(.desk(palette, &random), at: Vector3(8.50, 0, 2.85), turn: -.pi / 2)
        room.add(
            .chair(palette, seat: palette.headboard), at: Vector3(7.92 + jitter(&random, 0.03), 0, 2.80),
            turn: .pi / 2 + jitter(&random, 0.25))
        var dresser = FurnitureModel.sideboard(palette, width: 1.2, height: 0.74, doors: 2)
        dresser.add(.pottedPlant(&random, leaves: 16, reach: 0.24), at: Vector3(0.38, 0.74, 0))
        dresser.add(.bowl(radius: 0.1, height: 0.05, color: palette.accentWall), at: Vector3(-0.1, 0.74, 0.04))
        dresser.add(.vase(web(0xe4ddcf), height: 0.18, stems: 0, &random), at: Vector3(-0.40, 0.74, -0.02))
        room.add(dresser, at: Vector3(6.8, 0, 3.66), turn: .pi)
        room.add(.pouf(palette.rug.accent), at: Vector3(8.42, 0, 1.25))
        return room
    }
}

extension FurnitureModel {
    static func flat(_ solid: Solid, _ material: Material) -> FurnitureModel { FurnitureModel(pieces: [(solid, material)]) }

    /// The same, smaller.
    func shrunk(_ scale: Float) -> FurnitureModel {
        FurnitureModel(pieces: pieces.map { ($0.solid.bent { $0 * scale }, $0.material) })
    }
}
