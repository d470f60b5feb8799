import Geometry
import Support

extension FurnitureModel {
    private static let covers: [UInt32] = [
        0x2f4858, 0x33658a, 0x86a5a0, 0xe9d8a6, 0xc8553d, 0x8c3b2e, 0xf28f3b, 0x588157, 0x3a5a40, 0xa3b18a, 0xdad7cd, 0x5f4b66,
        0xb08968,
        0x7f5539, 0xede0d4, 0x1d3557, 0xd4a373, 0x6b705c, 0xcb997e, 0x264653,
    ]

    /// A row of books standing side by side, centred at the origin, with their backs to +z.
    static func books(_ count: Int, random: inout SplitMix64, palette: Palette, height limit: Float = 0.26) -> FurnitureModel {
        var widths: [Float] = []
        for _ in 0..<count { widths.append(0.018 + 0.028 * random.unit() * random.unit() + 0.006 * random.unit()) }
        var row = FurnitureModel()
        var x = -(widths.reduce(0, +) + 0.0015 * Float(count)) / 2
        for (k, width) in widths.enumerated() {
            let height = limit * (0.70 + 0.30 * random.unit())
            let depth = 0.15 + 0.05 * random.unit()
            let cover = web(covers[Int(random.next() % UInt64(covers.count))])
            let band = random.unit() < 0.5 ? cover * 0.45 : web(0xe6d3a3)
            let leaning = k == count - 1 && count > 4 && random.unit() < 0.6
            let solid = Solid.box(Vector3(width, height, depth), cell: 0.1)
            var pose = RigidTransform(translation: Vector3(x + width / 2, height / 2, 0.09 - depth / 2))
            if leaning {
                let angle: Float = 0.16
                let (s, c) = Trigonometry.sincos(angle)
                pose.rotation = Quaternion(angle: angle, axis: Vector3(0, 0, 1))
                pose.translation.x = x + 0.5 * (height * s + width * c) + 0.002
                pose.translation.y = 0.5 * (height * c + width * s)
            }
            row.add(solid.placed(pose), .book(cover, band: band, height: height, pages: depth / 2 - 0.012))
            x += width + 0.0015
        }
        return row
    }

    /// Books lying on each other.
    static func bookStack(_ colors: [Vector3]) -> FurnitureModel {
        var stack = FurnitureModel()
        var y: Float = 0
        for (k, color) in colors.enumerated() {
            let size = Vector3(0.26 - 0.02 * Float(k), 0.026 + 0.004 * Float(k % 2), 0.19 - 0.012 * Float(k))
            let book = Solid.box(size, cell: 0.07)
            stack.add(
                book.placed(Vector3(0, y + size.y / 2, 0), turn: 0.14 * Float(k) - 0.1), .cloth(color, weave: 260, contrast: 0.08))
            y += size.y
        }
        return stack
    }

    /// A bookcase, 1.6 m wide, 1.95 m high and 0.32 m deep, with what stands in it.
    static func bookcase(_ palette: Palette, _ random: inout SplitMix64) -> FurnitureModel {
        var shelf = FurnitureModel()
        let (w, h, d): (Float, Float, Float) = (1.6, 1.95, 0.32)
        let across = Material.wood(palette.walnut.light, palette.walnut.dark, along: 0, shift: 5)
        let upright = Material.wood(palette.walnut.light, palette.walnut.dark, along: 1, shift: 9)
        let board: Float = 0.024
        for x in [-w / 2, -w / 6 - board / 2, w / 6 - board / 2, w / 2 - board] {
            shelf.add(.box(from: Vector3(x, 0, -d / 2), to: Vector3(x + board, h, d / 2), round: 0.002, cell: 0.12), upright)
        }
        shelf.add(
            .box(from: Vector3(-w / 2 + 0.002, 0.05, -d / 2), to: Vector3(w / 2 - 0.002, h - 0.002, -d / 2 + 0.012), cell: 0.12),
            across)
        let levels: [Float] = [0.06, 0.44, 0.80, 1.16, 1.52, h - board]
        for y in levels {
            shelf.add(
                .box(
                    from: Vector3(-w / 2 + 0.004, y, -d / 2 + 0.004), to: Vector3(w / 2 - 0.004, y + board, d / 2 - 0.004),
                    cell: 0.12), across)
        }
        for level in 0..<5 {
            for bay in 0..<3 {
                let at = Vector3((Float(bay) - 1) * w / 3, levels[level] + board, 0.02)
                switch (level + bay * 2 + Int(random.next() % 2)) % 6 {
                case 0:
                    shelf.add(.basket(palette), at: at)
                case 1 where level > 0:
                    shelf.add(.books(6, random: &random, palette: palette), at: at + Vector3(-0.11, 0, 0))
                    shelf.add(.vase(web(0xc7784f), height: 0.2, stems: 0, &random), at: at + Vector3(0.14, 0, 0))
                case 3 where level > 1:
                    shelf.add(.bookStack([web(0x7f5539), web(0xede0d4), web(0x33658a)]), at: at + Vector3(-0.08, 0, 0))
                    shelf.add(.pottedPlant(&random, leaves: 9, reach: 0.11), at: at + Vector3(0.15, 0, 0.02))
                default:
                    shelf.add(.books(10 + Int(random.next() % 4), random: &random, palette: palette), at: at)
                }
            }
        }
        return shelf
    }
}
