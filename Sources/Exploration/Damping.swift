import Geometry

/// e^−x for x ≥ 0 by a rational function, so that a run is bit-identical natively and as Wasm; error below 0.002.
@inline(__always)
func decay(_ x: Float) -> Float {
    1 / (1 + x + 0.48 * x * x + 0.235 * x * x * x)
}

/// A value that follows another without overshooting: a critically damped spring, stable at any step (Lowe, "Critically Damped
/// Ease-In/ Ease-Out Smoothing", Game Programming Gems 4).
struct Damped: Sendable {
    var value: Float
    var speed: Float = 0

    init(_ value: Float) { self.value = value }

    /// Moves towards `target`; about two thirds of the way in `time` seconds.
    mutating func follow(_ target: Float, time: Float, _ dt: Float) {
        let omega = 2 / time
        let left = decay(omega * dt)
        let gap = value - target
        let carried = (speed + omega * gap) * dt
        speed = (speed - omega * carried) * left
        value = target + (gap + carried) * left
        // At rest it is exactly there: then nothing has to be drawn.
        if (value - target).magnitude < 1e-5 && speed.magnitude < 1e-4 { settle(target) }
    }

    mutating func settle(_ target: Float) { (value, speed) = (target, 0) }

    var isAtRest: Bool { speed == 0 }
}

/// The same for a point.
struct DampedPoint: Sendable {
    var x: Damped
    var y: Damped
    var z: Damped

    init(_ p: Vector3) { (x, y, z) = (Damped(p.x), Damped(p.y), Damped(p.z)) }

    var value: Vector3 { Vector3(x.value, y.value, z.value) }

    mutating func follow(_ target: Vector3, time: Float, _ dt: Float) {
        x.follow(target.x, time: time, dt)
        y.follow(target.y, time: time, dt)
        z.follow(target.z, time: time, dt)
    }

    var isAtRest: Bool { x.isAtRest && y.isAtRest && z.isAtRest }
}

/// `x` within `low`…`high`.
@inline(__always)
func clamp(_ x: Float, _ low: Float, _ high: Float) -> Float { x < low ? low : (x > high ? high : x) }

/// `x` as a whole number of 0…`most`, rounded down; 0 for what is no number.
@inline(__always)
func whole(_ x: Float, most: Int) -> Int { x >= 0 ? (x < Float(most) ? Int(x) : most) : 0 }

/// The same turn between −π and π.
@inline(__always)
func shortTurn(_ angle: Float) -> Float {
    guard angle.magnitude > .pi else { return angle }
    let turns = (angle / (2 * .pi) + (angle < 0 ? -0.5 : 0.5))
    guard turns.magnitude < 1e6 else { return 0 }
    return angle - 2 * .pi * Float(Int32(turns))
}
