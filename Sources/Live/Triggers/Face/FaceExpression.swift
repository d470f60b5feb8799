/// The blend shapes of a face that triggers use, with the names and the range 0 to 1 of ARKit.
public struct FaceExpression: Hashable, Sendable {
    /// The left corner of the mouth is raised.
    public var mouthSmileLeft: Float
    /// The right corner of the mouth is raised.
    public var mouthSmileRight: Float
    /// The inner ends of the eyebrows are raised.
    public var browInnerUp: Float
    /// The outer end of the left eyebrow is raised.
    public var browOuterUpLeft: Float
    /// The outer end of the right eyebrow is raised.
    public var browOuterUpRight: Float
    /// The jaw is open.
    public var jawOpen: Float
    /// The left eye is closed.
    public var eyeBlinkLeft: Float
    /// The right eye is closed.
    public var eyeBlinkRight: Float

    /// An expression with all blend shapes at 0.
    public init() { self.init(SIMD8<Float>(repeating: 0)) }

    /// The blend shapes in the order of the properties.
    public init(_ values: SIMD8<Float>) {
        mouthSmileLeft = values[0]
        mouthSmileRight = values[1]
        browInnerUp = values[2]
        browOuterUpLeft = values[3]
        browOuterUpRight = values[4]
        jawOpen = values[5]
        eyeBlinkLeft = values[6]
        eyeBlinkRight = values[7]
    }

    /// Smile, brows raised, mouth open and eyes closed, 0 to 1; NaN where a blend shape isn't a number in its range.
    public var signals: SIMD4<Float> {
        SIMD4(
            (valid(mouthSmileLeft) + valid(mouthSmileRight)) / 2,
            0.5 * valid(browInnerUp) + 0.25 * (valid(browOuterUpLeft) + valid(browOuterUpRight)),
            valid(jawOpen),
            // Both eyes: a wink isn't a blink.
            closedEyes)
    }

    private var closedEyes: Float {
        let left = valid(eyeBlinkLeft)
        let right = valid(eyeBlinkRight)
        return left.isNaN || right.isNaN ? .nan : min(left, right)
    }

    /// The value, if it is within 0 to 1 (with a tolerance for rounding); otherwise NaN.
    private func valid(_ value: Float) -> Float { value >= -0.01 && value <= 1.01 ? min(1, max(0, value)) : .nan }
}
