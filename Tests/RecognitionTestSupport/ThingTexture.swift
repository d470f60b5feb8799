import CCairo
import Images
import Support

/// Surfaces that are drawn from a seed: packages with shapes and words, and desks.
enum ThingTexture {
    static let fonts = ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "DejaVu Sans Condensed"]

    /// The surface of a thing: a ground, shapes, lines and invented words.
    static func package(seed: UInt64, edge: Int) -> Image<UInt8> {
        var random = SplitMix64(seed: seed &* 7919 &+ 17)
        let size = Double(edge)
        let ground = random.between(0.15, 0.9)
        let canvas = Canvas(width: edge, height: edge, gray: ground)
        func contrast() -> Double {
            let gray = random.between(0, 1)
            return abs(gray - ground) > 0.2 ? gray : (ground > 0.5 ? ground - 0.4 : ground + 0.4)
        }
        for _ in 0..<Int(random.between(5, 14)) {
            let x = random.between(0, size)
            let y = random.between(0, size)
            let extent = random.between(0.04, 0.28) * size
            switch random.next() % 5 {
            case 0:
                cairo_rectangle(canvas.context, x, y, extent, extent * random.between(0.2, 1.5))
                canvas.fill(gray: contrast())
            case 1:
                cairo_arc(canvas.context, x, y, extent / 2, 0, 6.2832)
                canvas.fill(gray: contrast())
            case 2:
                for _ in 0..<3 {
                    cairo_line_to(canvas.context, x + random.between(-1, 1) * extent, y + random.between(-1, 1) * extent)
                }
                cairo_close_path(canvas.context)
                canvas.fill(gray: contrast())
            case 3:
                cairo_arc(canvas.context, x, y, extent / 2, random.between(0, 3), random.between(3.5, 6.3))
                canvas.stroke(gray: contrast(), width: random.between(2, 9))
            default:
                let step = random.between(5, 16)
                for k in 0..<Int(random.between(4, 12)) {
                    cairo_rectangle(canvas.context, x + Double(k) * step, y, random.between(1.5, step * 0.8), extent)
                }
                canvas.fill(gray: contrast())
            }
        }
        for _ in 0..<Int(random.between(4, 11)) {
            let word = (0..<Int(random.between(3, 9))).map { _ in
                String(random.pick(Array("abcdefghiklmnoprstuvwzAEKMRSTX0123456789")))
            }
            .joined()
            canvas.text(
                word, x: random.between(-0.05, 0.8) * size, y: random.between(0.05, 1) * size,
                size: random.between(0.03, 0.16) * size,
                font: random.pick(fonts), bold: random.next() & 1 == 0, gray: contrast())
        }
        return canvas.image()
    }

    /// A desk: grain of wood or a woven cloth, with some marks. The same few desks are below many things.
    static func desk(seed: UInt64, edge: Int) -> Image<UInt8> {
        var random = SplitMix64(seed: seed &* 104_729 &+ 3)
        let ground = random.between(0.25, 0.8)
        let canvas = Canvas(width: edge, height: edge, gray: ground)
        let size = Double(edge)
        for _ in 0..<220 {
            let y = random.between(0, size)
            cairo_move_to(canvas.context, 0, y)
            cairo_curve_to(
                canvas.context, size / 3, y + random.between(-12, 12), size * 2 / 3, y + random.between(-12, 12), size,
                y + random.between(-8, 8))
            canvas.stroke(gray: ground + random.between(-0.12, 0.12), width: random.between(0.6, 4))
        }
        for _ in 0..<Int(random.between(4, 24)) {
            cairo_arc(
                canvas.context, random.between(0, size), random.between(0, size), random.between(1, 9), 0, random.between(3, 6.28))
            canvas.stroke(gray: ground + random.between(-0.25, 0.25), width: random.between(1, 3))
        }
        return canvas.image()
    }
}
