import Geometry

/// How a companion moves: the amounts by which the common motions differ.
struct Manner: Sendable {
    /// How a companion gets from one point to another.
    enum Gait: Sendable {
        /// Steps on two feet.
        case steps
        /// Small hops on both feet.
        case hops
        /// Slides on its foot in waves.
        case glide
    }

    /// How it walks.
    var gait = Gait.steps
    /// Seconds of one cycle of walking, two steps.
    var cycle: Float = 1
    /// Metres between the foremost and the rearmost point of a foot.
    var stride: Float = 0.09
    /// Metres by which a foot is lifted.
    var lift: Float = 0.035
    /// How strongly the body is squashed and stretched; 1 is usual.
    var softness: Float = 1
    /// How far the body sways; 1 is usual.
    var sway: Float = 1
    /// Radians by which arms hang lower than they are modelled: they are modelled spread, so that raising them stretches little.
    var hang: Float = 0.55
    /// Radians by which the arms are raised in greeting.
    var reach: Float = 1.65
    /// Radians by which a raised arm is waved to either side.
    var flap: Float = 0.45
    /// Waves of one greeting.
    var waves: Float = 3
    /// Radians by which arms swing while walking.
    var swing: Float = 0.5
    /// Metres of the highest point of a jump.
    var height: Float = 0.15
    /// Metres per second over the floor that look right with the walk.
    var speed: Float { stride * 2 / cycle }
}

/// A joint that follows late and overshoots: an ear, a tail, an antenna.
struct Spring: Sendable {
    /// The joint.
    var bone: Bone
    /// From the joint to the end that has the mass, in the rest pose, metres.
    var tip: Vector3
    /// Oscillations per second.
    var frequency: Float = 3
    /// 0 oscillates without end, 1 doesn't overshoot.
    var damping: Float = 0.35
    /// The largest angle in radians.
    var limit: Float = 0.7
}
