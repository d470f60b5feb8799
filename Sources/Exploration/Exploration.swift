import Geometry

/// A visitor in a place: one object that takes input step by step and knows what is to be drawn. The same inputs give the same
/// states, bit for bit, natively and in the browser.
public final class Exploration {
    /// How long a step may be, in seconds; longer ones (a window that slept) are cut.
    static let longestStep: Float = 0.1
    /// A flight's usual length, in seconds.
    public static let flightSeconds: Float = 0.9

    /// The scanned place.
    public let place: Place
    /// The visitor's avatar.
    public private(set) var avatar: Avatar
    var rig: CameraRig
    /// Boxes of objects that memories can be attached to.
    public private(set) var objects: [ObjectBox] = []
    var pins: Pins?
    /// What the renderer's camera is.
    public private(set) var camera: Camera
    /// What is cut away so that the camera sees into rooms.
    public private(set) var cut: Cut
    /// Steps since the beginning.
    public private(set) var steps: UInt32 = 0
    var events = Pins.Events()
    /// Whether the image is another than after the step before, but for cues and ripples, which never rest.
    public private(set) var isMoving = true
    /// How much each of the six moods is in the air around the visitor, 0…1.
    var atmosphere: [Damped] = [Damped](repeating: Damped(0), count: Mood.allCases.count)

    private var flight: Flight?
    /// Where the camera rests after a flight to a viewpoint.
    private var viewpoint: Camera?
    /// Whether the camera has left the avatar: on its way to a viewpoint, there, or on its way back.
    public private(set) var isAway = false
    /// Whether the camera is on its way back to the avatar.
    private var isReturning = false
    private var lastCamera: Camera
    private var lastStep: Float = 0
    var recorder: Recorder?

    /// - Parameters:
    ///   - place: the space to walk in.
    ///   - isRecorded: whether to keep all that is done, for a replay.
    public init(_ place: Place, isRecorded: Bool = false) {
        self.place = place
        avatar = Avatar(in: place)
        rig = CameraRig(place, avatar)
        camera = rig.camera(avatar)
        lastCamera = camera
        cut = Cut(camera, rig: rig, avatar: avatar, place: place)
        recorder = isRecorded ? Recorder(place.mesh) : nil
    }

    /// Whether the camera is on a flight.
    public var isFlying: Bool { flight != nil }

    // MARK: Time

    /// Lets `dt` seconds pass.
    public func step(_ dt: Float, _ input: ExplorationInput) {
        recorder?.note(.step(dt, input))
        let dt = dt.isFinite ? clamp(dt, 0, Self.longestStep) : 0
        let input = input.clamped
        events = Pins.Events()
        steps &+= 1
        // Whoever walks on wants to be where they were.
        if isAway && !isReturning && input.isMoving { begin(.rig, seconds: Self.flightSeconds) }
        if !isAway {
            rig.step(dt, input, following: avatar)
            avatar.step(dt, wish: rig.direction(input.moveX, input.moveY), in: place)
        }
        lastCamera = camera
        lastStep = dt
        flight?.advance(dt)
        updateCamera()
        if flight?.isOver == true { land() }
        lookAround(dt)
        isMoving =
            camera != lastCamera || !avatar.isAtRest || !rig.isAtRest || flight != nil || !atmosphere.allSatisfy { $0.isAtRest }
        recorder?.seal(self)
    }

    private func updateCamera() {
        let own = rig.camera(avatar)
        if let flight {
            camera = flight.camera(own)
        } else {
            camera = viewpoint ?? own
        }
        cut = Cut(camera, rig: rig, avatar: avatar, place: place)
    }

    /// A flight's end: at the viewpoint, or back with the avatar.
    private func land() {
        guard let flight else { return }
        switch flight.goal {
        case .viewpoint(let camera): viewpoint = camera
        case .rig: (viewpoint, isAway, isReturning) = (nil, false, false)
        }
        self.flight = nil
    }

    private func lookAround(_ dt: Float) {
        let chest = avatar.shownPosition + Vector3(0, 1, 0)
        pins?.step(dt, around: chest, in: place, &events)
        for mood in atmosphere.indices {
            atmosphere[mood].follow(pins?.presence(of: mood) ?? 0, time: 0.8, dt)
        }
    }

    // MARK: Camera

    /// Over the sand table or through the avatar's eyes, with perspective or without; the camera flies there.
    public func setCamera(_ mode: CameraMode, isOrthographic: Bool, seconds: Float = Exploration.flightSeconds) {
        recorder?.note(.setCamera(mode, isOrthographic, seconds))
        rig.set(mode, isOrthographic: isOrthographic)
        begin(.rig, seconds: seconds)
        recorder?.seal(self)
    }

    /// Flies to a viewpoint and stays there until `flyBack`, or until the visitor walks on. The avatar stands still meanwhile.
    /// - Parameters:
    ///   - pose: camera-to-world.
    ///   - fieldOfView: vertical, in radians.
    ///   - seconds: duration of the flight.
    /// - Throws: `ExplorationError.badNumber`.
    public func flyTo(_ pose: RigidTransform, fieldOfView: Float, seconds: Float = Exploration.flightSeconds)
        throws(ExplorationError)
    {
        let rotation = (pose.rotation.vector * pose.rotation.vector).sum()
        guard pose.isFinite, rotation.isFinite, rotation > 1e-6, fieldOfView > 0.02, fieldOfView < 2.8 else { throw .badNumber }
        recorder?.note(.flyTo(pose, fieldOfView, seconds))
        let pose = RigidTransform(rotation: pose.rotation.normalized, translation: pose.translation)
        isAway = true
        isReturning = false
        avatar.stop()
        rig.stop()
        begin(.viewpoint(Camera(pose: pose, fieldOfView: fieldOfView)), seconds: seconds)
        recorder?.seal(self)
    }

    /// Flies back to exactly where the camera was before `flyTo`.
    public func flyBack(seconds: Float = Exploration.flightSeconds) {
        recorder?.note(.flyBack(seconds))
        if isAway { begin(.rig, seconds: seconds) }
        recorder?.seal(self)
    }

    /// Begins a flight where the camera is, as fast as it is.
    private func begin(_ goal: Flight.Goal, seconds: Float) {
        if case .rig = goal, isAway { isReturning = true }
        var velocity = Vector3(repeating: 0)
        var spin = Vector3(repeating: 0)
        if lastStep > 0 {
            velocity = (camera.pose.translation - lastCamera.pose.translation) / lastStep
            let turn = camera.pose.rotation * lastCamera.pose.rotation.inverse
            let sign: Float = turn.vector.w < 0 ? -2 : 2
            spin = Vector3(turn.vector.x, turn.vector.y, turn.vector.z) * (sign / lastStep)
        }
        let length = seconds.isFinite ? clamp(seconds, 0, 10) : Self.flightSeconds
        flight = Flight(from: camera, to: goal, seconds: length, velocity: velocity, spin: spin)
        viewpoint = nil
        isMoving = true
        if length == 0 {
            updateCamera()
            land()
            lastCamera = camera
        }
    }

    // MARK: What is in the place

    /// Puts the visitor at `p`, or where there is room near it; whether there was.
    @discardableResult
    public func put(at p: Vector3, heading: Float) -> Bool {
        recorder?.note(.put(p, heading))
        defer { recorder?.seal(self) }
        guard p.isFinite, heading.isFinite, let feet = avatar.isGliding ? p : place.standing(near: p) else { return false }
        avatar.put(feet, heading: shortTurn(heading))
        rig.jump(to: avatar)
        updateCamera()
        lastCamera = camera
        isMoving = true
        return true
    }

    /// Replaces the boxes of objects; picks return indices into `boxes`.
    public func setObjects(_ boxes: [ObjectBox]) {
        recorder?.note(.setObjects(boxes))
        objects = boxes
        recorder?.seal(self)
    }

    /// Replaces all pins.
    /// - Parameters:
    ///   - points: where their cues stand.
    ///   - moods: 0…5 each, others for none.
    ///   - isDiscovered: one each, or fewer: the rest are not.
    /// - Throws: `ExplorationError.badNumber`.
    public func setPins(_ points: [Vector3], moods: [Int8] = [], isDiscovered: [Bool] = []) throws(ExplorationError) {
        let pins = points.isEmpty ? nil : try Pins(points, moods: moods, isDiscovered: isDiscovered)
        recorder?.note(.setPins(points, moods, isDiscovered))
        self.pins = pins
        events = Pins.Events()
        isMoving = true
        recorder?.seal(self)
    }

    /// Marks a pin as discovered: its memory was opened from a list.
    public func discover(_ pin: Int) {
        recorder?.note(.discover(Int32(truncatingIfNeeded: pin)))
        if pins?.discover(pin) == true { isMoving = true }
        recorder?.seal(self)
    }

    /// Indices of the pins nearest to `p`, nearest first, at most `limit`.
    public func nearestPins(to p: Vector3, limit: Int) -> [Int32] {
        p.isFinite ? pins?.nearest(to: p, limit: limit) ?? [] : []
    }

    /// Cues of all pins, in their order; nil without pins.
    public var cues: CueBuffer? { pins?.cues }
    /// Whether the visitor has discovered the memory at an index of `setPins`.
    public func isDiscovered(_ pin: Int) -> Bool {
        pins.map { pin >= 0 && pin < $0.isDiscovered.count && $0.isDiscovered[pin] } ?? false
    }
}
