import Geometry

/// Functions of time that motions are made of. All are continuous.
enum Curve {
    /// 0 below 0, 1 above 1, and smooth between.
    static func smooth(_ x: Float) -> Float {
        let t = min(max(x, 0), 1)
        return t * t * (3 - 2 * t)
    }

    /// From 0 to 1 between two times.
    static func rise(_ t: Float, from start: Float, to end: Float) -> Float { smooth((t - start) / (end - start)) }

    /// From 0 to 1 in the first range, and back to 0 in the second one.
    static func hold(_ t: Float, in rise: ClosedRange<Float>, out fall: ClosedRange<Float>) -> Float {
        Self.rise(t, from: rise.lowerBound, to: rise.upperBound) * (1 - Self.rise(t, from: fall.lowerBound, to: fall.upperBound))
    }

    /// 1 at `center`, 0 from `width` on.
    static func bump(_ t: Float, at center: Float, width: Float) -> Float { smooth(1 - abs(t - center) / width) }

    /// Values at ascending times, with smooth transitions that rest at each key.
    static func keys(_ t: Float, _ keys: [(time: Float, value: Float)]) -> Float {
        guard let first = keys.first, t > first.time else { return keys.first?.value ?? 0 }
        for (a, b) in zip(keys, keys.dropFirst()) where t <= b.time {
            return a.value + (b.value - a.value) * rise(t, from: a.time, to: b.time)
        }
        return keys.last?.value ?? 0
    }

    /// The sine of `turns` whole turns.
    static func sin(_ turns: Float) -> Float { Trigonometry.sin((turns - turns.rounded(.down)) * 2 * .pi) }

    /// The cosine of `turns` whole turns.
    static func cos(_ turns: Float) -> Float { Trigonometry.cos((turns - turns.rounded(.down)) * 2 * .pi) }
}
