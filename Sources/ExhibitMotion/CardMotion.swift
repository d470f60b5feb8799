import Geometry

/// The top card of a stack under a finger: it follows, springs back or flies off, flips, and comes back when a swipe is undone.
///
/// Lengths are CSS pixels from the card's place in the stack, x to the right and y down; angles are radians; times are
/// milliseconds.
public struct CardMotion: Sendable {
    /// A card released beyond this fraction of its width flies off.
    public static let swipeFraction: Float = 0.35
    /// A card released faster than this flies off, in pixels per second.
    public static let swipeSpeed: Float = 700
    /// A fast card flies off only if it has also moved so far, in pixels: a tap with a shaky finger is not a swipe.
    public static let minSwipeDistance: Float = 24
    /// Pixels that a finger may move before the card follows it.
    public static let dragTolerance: Float = 8
    /// A release within so many milliseconds without a drag is a tap; later ones are a hold.
    public static let tapTime: Double = LongPress.duration
    /// The rotation of a card that is moved by its own width, in radians (12 degrees).
    public static let maxRotation: Float = 0.209_44
    /// The longest flight off the stack, in seconds.
    public static let flightTime: Float = 0.28
    /// The spring that brings a card back to the stack; it overshoots by 1.5 per cent.
    public static let returnSpring = Spring(frequency: 20, dampingRatio: 0.8)
    /// The spring that flips a card; it overshoots by 1.5 per cent.
    public static let flipSpring = Spring(frequency: 13, dampingRatio: 0.8)
    /// A movement has ended within so many pixels, and at so many pixels per second.
    static let restDistance: Float = 0.25
    static let restSpeed: Float = 8
    /// A flip has ended within so many radians, and at so many radians per second.
    static let restAngle: Float = 0.001
    static let restAngularSpeed: Float = 0.02

    /// What the card does.
    public enum Phase: UInt8, Sendable, CaseIterable {
        /// At its place.
        case resting
        /// A finger is on it and has not moved.
        case pressed
        /// A finger is on it after a long press: it stays until the release.
        case held
        /// It follows the finger.
        case dragging
        /// It returns to its place.
        case returning
        /// It flies off to the left.
        case flyingLeft
        /// It flies off to the right.
        case flyingRight
    }

    /// What has happened.
    public enum Event: UInt8, Sendable, CaseIterable {
        case none
        /// A short press without a drag.
        case tap
        /// A press that stayed in place for `LongPress.duration`.
        case longPress
        /// The card has left the stack to the left.
        case swipedLeft
        /// The card has left the stack to the right.
        case swipedRight
    }

    /// The side to which a card flies, or from which it comes back.
    public enum Side: Int8, Sendable { case left = -1, right = 1 }

    /// What the card does.
    public private(set) var phase = Phase.resting
    private var horizontal = Spring.State(value: 0)
    private var vertical = Spring.State(value: 0)
    private var flipState = Spring.State(value: 0)
    private var flipTarget: Float = 0
    private var width: Float = 320
    private var exitDistance: Float = 640
    /// The pointer's position minus the card's.
    private var grip = PointerVelocity.Vector(x: 0, y: 0)
    private var pressTime: Double = 0
    /// −1 for a card that is held by its lower half: it rotates the other way.
    private var lever: Float = 1
    private var longPress = LongPress()
    private var pointer = PointerVelocity()

    /// A card at its place that shows its front.
    public init() {}

    /// The distance from the card's place.
    public var offset: PointerVelocity.Vector { .init(x: horizontal.value, y: vertical.value) }
    /// Clockwise, in radians.
    public var rotation: Float { Self.maxRotation * min(1, max(-1, horizontal.value / width)) * lever }
    /// The angle of the flip: 0 shows the front, π the back.
    public var flip: Float { flipState.value }
    /// Whether the back is shown, or will be when the flip has ended.
    public var showsBack: Bool { flipTarget > 0 }
    /// How far the next card has come forward, 0 to 1: it is at the top when the card would fly off.
    public var nextProgress: Float { min(1, horizontal.value.magnitude / (Self.swipeFraction * width)) }
    /// Whether `advance` changes anything.
    public var isMoving: Bool {
        switch phase {
        case .returning, .flyingLeft, .flyingRight: true
        case .pressed: longPress.isArmed || isFlipping
        case .resting, .held, .dragging: isFlipping
        }
    }

    private var isFlipping: Bool { flipState.value != flipTarget || flipState.velocity != 0 }
    private var isFlying: Bool { phase == .flyingLeft || phase == .flyingRight }

    /// - Parameters:
    ///   - width: of the card.
    ///   - exitDistance: from the card's place to where it is out of sight.
    public mutating func resize(width: Float, exitDistance: Float) {
        guard width > 0, exitDistance > 0 else { return }
        self.width = width
        self.exitDistance = max(width, exitDistance)
    }

    // MARK: Pointer

    /// A finger went down. `isLowerHalf`: on the lower half of the card.
    public mutating func press(x: Float, y: Float, isLowerHalf: Bool, time: Double) {
        guard !isFlying, phase == .resting || phase == .returning else { return }
        // A card that is caught on its way back keeps its rotation.
        if phase == .resting { lever = isLowerHalf ? -1 : 1 }
        grip = .init(x: x - horizontal.value, y: y - vertical.value)
        horizontal.velocity = 0
        vertical.velocity = 0
        pressTime = time
        pointer.reset()
        pointer.add(x: x, y: y, time: time)
        if phase == .returning, horizontal.value.magnitude > Self.dragTolerance {
            phase = .dragging
        } else {
            longPress.press(x: x, y: y, time: time)
            phase = .pressed
        }
    }

    /// The finger moved.
    public mutating func move(x: Float, y: Float, time: Double) {
        pointer.add(x: x, y: y, time: time)
        if phase == .pressed {
            longPress.move(x: x, y: y)
            let dx = x - grip.x - horizontal.value
            let dy = y - grip.y - vertical.value
            guard dx * dx + dy * dy > Self.dragTolerance * Self.dragTolerance else { return }
            longPress.cancel()
            phase = .dragging
            // Without this the card would jump by the tolerance.
            grip = .init(x: x - horizontal.value, y: y - vertical.value)
        }
        guard phase == .dragging else { return }
        horizontal.value = x - grip.x
        vertical.value = y - grip.y
    }

    /// The finger was lifted.
    public mutating func release(x: Float, y: Float, time: Double) -> Event {
        let before = phase
        guard before == .pressed || before == .held || before == .dragging else { return .none }
        longPress.cancel()
        if before != .dragging {
            phase = horizontal.value == 0 && vertical.value == 0 ? .resting : .returning
            return before == .pressed && time - pressTime < Self.tapTime ? .tap : .none
        }
        pointer.add(x: x, y: y, time: time)
        let velocity = pointer.velocity(at: time)
        if let side = exit(at: horizontal.value, velocity: velocity.x) {
            fly(side, velocity: velocity)
        } else {
            horizontal.velocity = velocity.x
            vertical.velocity = velocity.y
            phase = .returning
        }
        return .none
    }

    /// The gesture was ended by the system: the card returns.
    public mutating func cancel() {
        guard phase == .pressed || phase == .held || phase == .dragging else { return }
        longPress.cancel()
        phase = .returning
    }

    /// The side to which a card flies that is released so; nil where it returns.
    func exit(at x: Float, velocity: Float) -> Side? {
        let isFast = velocity.magnitude > Self.swipeSpeed
        let side: Side = x < 0 ? .left : .right
        let isOutward = velocity * x > 0
        if isFast { return isOutward && x.magnitude > Self.minSwipeDistance ? side : nil }
        return x.magnitude > Self.swipeFraction * width ? side : nil
    }

    // MARK: Commands

    /// Swipes the card without a finger.
    public mutating func swipe(_ side: Side) {
        guard !isFlying else { return }
        longPress.cancel()
        fly(side, velocity: .init(x: 0, y: 0))
    }

    private mutating func fly(_ side: Side, velocity: PointerVelocity.Vector) {
        let direction = Float(side.rawValue)
        phase = side == .left ? .flyingLeft : .flyingRight
        let remaining = max(0, exitDistance - horizontal.value * direction)
        horizontal.velocity = direction * max(velocity.x * direction, remaining / Self.flightTime)
        vertical.velocity = velocity.y
    }

    /// The next card is the top one: at its place, showing its front.
    public mutating func next() { restart(at: 0) }

    /// The last swipe is undone: the card comes back from the side to which it flew.
    public mutating func comeBack(from side: Side) {
        restart(at: Float(side.rawValue) * exitDistance)
        phase = .returning
    }

    private mutating func restart(at x: Float) {
        phase = .resting
        lever = 1
        horizontal = Spring.State(value: x)
        vertical = Spring.State(value: 0)
        flipState = Spring.State(value: 0)
        flipTarget = 0
        longPress.cancel()
    }

    /// Turns the card over. `isAnimated`: by a spring, otherwise at once.
    public mutating func turnOver(isAnimated: Bool) {
        flipTarget = flipTarget > 0 ? 0 : .pi
        if !isAnimated { flipState = Spring.State(value: flipTarget) }
    }

    /// Moves everything on by `seconds`, to `time`.
    public mutating func advance(seconds: Float, time: Double) -> Event {
        guard seconds.isFinite, seconds >= 0 else { return .none }
        advanceFlip(seconds)
        switch phase {
        case .resting, .held, .dragging: return .none
        case .pressed:
            guard longPress.fires(at: time) else { return .none }
            phase = .held
            return .longPress
        case .returning:
            advanceReturn(seconds)
            return .none
        case .flyingLeft, .flyingRight:
            horizontal.value += horizontal.velocity * seconds
            vertical.value += vertical.velocity * seconds
            guard horizontal.value.magnitude >= exitDistance else { return .none }
            let event: Event = phase == .flyingLeft ? .swipedLeft : .swipedRight
            next()
            return event
        }
    }

    private mutating func advanceFlip(_ seconds: Float) {
        guard isFlipping else { return }
        flipState = Self.flipSpring.advance(flipState, to: flipTarget, seconds: seconds)
        if Spring.isAtRest(flipState, at: flipTarget, distance: Self.restAngle, speed: Self.restAngularSpeed) {
            flipState = Spring.State(value: flipTarget)
        }
    }

    private mutating func advanceReturn(_ seconds: Float) {
        horizontal = Self.returnSpring.advance(horizontal, to: 0, seconds: seconds)
        vertical = Self.returnSpring.advance(vertical, to: 0, seconds: seconds)
        let isAtRest = [horizontal, vertical].allSatisfy {
            Spring.isAtRest($0, at: 0, distance: Self.restDistance, speed: Self.restSpeed)
        }
        guard isAtRest else { return }
        horizontal = Spring.State(value: 0)
        vertical = Spring.State(value: 0)
        phase = .resting
    }
}
