import Geometry

extension Avatar {
    /// Walks for `dt` seconds. `wish` is horizontal, of length 0…1: where to and how fast.
    mutating func step(_ dt: Float, wish: Vector3, in place: Place) {
        guard dt > 0 else { return }
        let pieces = whole(dt / Self.longestStep + 0.999, most: 60)
        let h = dt / Float(max(1, pieces))
        for _ in 0..<max(1, pieces) {
            accelerate(h, towards: wish * Self.walkingSpeed)
            if isGliding {
                glide(h, in: place)
            } else {
                walk(h, in: place)
            }
        }
        turn(dt)
        height.follow(position.y, time: 0.09, dt)
    }

    private mutating func accelerate(_ dt: Float, towards wanted: Vector3) {
        let change = wanted - velocity
        let size = change.length
        let limit = (wanted.lengthSquared >= velocity.lengthSquared ? Self.acceleration : Self.braking) * dt
        velocity = size > limit ? velocity + change * (limit / size) : wanted
    }

    /// The head follows the feet.
    private mutating func turn(_ dt: Float) {
        guard speed > 0.1 else { return }
        let wanted = Trigonometry.atan2(-velocity.x, -velocity.z)
        heading = shortTurn(heading + shortTurn(wanted - heading) * (1 - decay(dt / 0.09)))
    }

    private mutating func glide(_ dt: Float, in place: Place) {
        let low = place.bounds.min
        let high = place.bounds.max
        let p = position + velocity * dt
        position.x = clamp(p.x, low.x - 1, high.x + 1)
        position.z = clamp(p.z, low.z - 1, high.z + 1)
    }

    private mutating func walk(_ dt: Float, in place: Place) {
        let delta = velocity * dt
        let before = position
        let wasFalling = !isGrounded
        if !isGrounded || delta.lengthSquared > 0 {
            if isGrounded { fall = 0 }
            fall += Self.gravity * dt
            move(by: delta, drop: fall * dt, in: place)
            if isGrounded { fall = 0 }
        }
        if !position.isFinite || !place.isClear(position) { rescue(to: before, in: place) }
        if isGrounded { lastGood = position }
        // What walls took away is gone; one doesn't push on.
        let moved = (position - before) / dt
        let along = Vector3(moved.x, 0, moved.z)
        if along.lengthSquared < velocity.lengthSquared && !(wasFalling && isGrounded) { velocity = along }
        if velocity.lengthSquared < 1e-8 { velocity = Vector3(repeating: 0) }
    }

    /// Never needed as long as moves keep their promise; a promise that matters has a second guard.
    private mutating func rescue(to before: Vector3, in place: Place) {
        rescues += 1
        position = place.isClear(before) ? before : (place.isClear(lastGood) ? lastGood : place.start ?? lastGood)
        fall = 0
        isGrounded = true
        stop()
    }

    // MARK: One piece

    /// Sines and cosines of 45° and 75° to either side.
    private static let sideways: [(Float, Float)] = [
        (0.707_106_8, 0.707_106_8), (-0.707_106_8, 0.707_106_8), (0.965_925_8, 0.258_819), (-0.965_925_8, 0.258_819),
    ]

    /// What came of an attempt to move.
    private enum Attempt {
        case moved(Vector3, isGrounded: Bool)
        /// Where it was not possible, and what was in the way: the horizontal direction back from it, zero where that is not known.
        case blocked(Vector3)
    }

    /// Moves by `delta`; along what is in the way where that is not possible; a quarter of it; to a side;
    /// and at least falls.
    private mutating func move(by delta: Vector3, drop: Float, in place: Place) {
        guard delta.lengthSquared > 0 else {
            settle(attempt(delta, drop: drop, in: place))
            return
        }
        let first = attempt(delta, drop: drop, in: place)
        if take(first) { return }
        if case .blocked(let back) = first, back.lengthSquared > 0 {
            let along = delta - back * dot(delta, back)
            if along.lengthSquared > 1e-10, take(attempt(along, drop: drop, in: place)) { return }
        }
        if take(attempt(delta * 0.25, drop: drop, in: place)) { return }
        // In corners and at ragged edges: what is possible of it to either side.
        for angle in Self.sideways {
            let (s, c) = angle
            let aside = Vector3(c * delta.x - s * delta.z, 0, s * delta.x + c * delta.z) * c
            if take(attempt(aside, drop: drop, in: place)) { return }
        }
        settle(attempt(Vector3(repeating: 0), drop: drop, in: place))
    }

    private mutating func take(_ attempt: Attempt) -> Bool {
        guard case .moved(let to, let grounded) = attempt else { return false }
        position = to
        isGrounded = grounded
        return true
    }

    /// A body that can't even fall hangs on an edge: that carries it.
    private mutating func settle(_ attempt: Attempt) {
        if !take(attempt) { isGrounded = true }
    }

    private func attempt(_ delta: Vector3, drop: Float, in place: Place) -> Attempt {
        let radius = place.body.radius
        var to = position + delta
        var back = Vector3(repeating: 0)
        for _ in 0..<4 {
            let support = place.support(at: to, feet: position.y, isFalling: !isGrounded)
            guard let ground = support.height else {
                return .blocked(support.gap.lengthSquared > 0 ? -support.gap.normalized : back)
            }
            // Down a step at once; further down by falling.
            let isStep = isGrounded && position.y - ground <= place.body.step
            let feet = ground >= position.y || isStep ? ground : max(ground, position.y - drop)
            let at = Vector3(to.x, feet, to.z)
            guard let contact = place.contact(at, within: radius - Place.tolerance) else {
                let travel = Vector3(at.x - position.x, 0, at.z - position.z)
                return travel.length <= 0.85 * radius ? .moved(at, isGrounded: feet == ground) : .blocked(back)
            }
            let away = contact.axis - contact.point
            let flat = Vector3(away.x, 0, away.z)
            let size = flat.length
            // What is above or below can't be stepped aside from.
            guard size > 1e-5, size > 0.15 * contact.distance else { return .blocked(back) }
            back = flat / size
            let wanted = max(0, radius * radius - away.y * away.y).squareRoot()
            to += back * (wanted - size + 0.001)
        }
        return .blocked(back)
    }
}
