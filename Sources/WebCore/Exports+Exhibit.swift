import ExhibitMotion
import Geometry

// The motion of an exhibit: its cards, its camera, its labels. Times are milliseconds of the browser, durations seconds, lengths on
// the screen CSS pixels. Answers are in the block of the handle until the next call.

private typealias Cards = ExhibitHandle<CardMotion>
private typealias Orbit = ExhibitHandle<OrbitCamera>
private typealias Labels = ExhibitHandle<LabelLayout>

// MARK: Cards

@_cdecl("dio_exhibit_card_new")
public func exhibitCardNew() -> UnsafeMutableRawPointer { Cards(CardMotion()).handle }

@_cdecl("dio_exhibit_card_free")
public func exhibitCardFree(_ handle: UnsafeMutableRawPointer) { Cards.free(handle) }

/// Writes the card's state and returns its address.
@_cdecl("dio_exhibit_card_state")
public func exhibitCardState(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let card = Cards.of(handle)
    card.answer([CardWords(motion: card.value)])
    return UnsafeMutableRawPointer(card.block)
}

@_cdecl("dio_exhibit_card_resize")
public func exhibitCardResize(_ handle: UnsafeMutableRawPointer, width: Float, exitDistance: Float) {
    Cards.of(handle).value.resize(width: width, exitDistance: exitDistance)
}

@_cdecl("dio_exhibit_card_press")
public func exhibitCardPress(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, isLowerHalf: Int32, time: Double) {
    Cards.of(handle).value.press(x: x, y: y, isLowerHalf: isLowerHalf != 0, time: time)
}

@_cdecl("dio_exhibit_card_move")
public func exhibitCardMove(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, time: Double) {
    Cards.of(handle).value.move(x: x, y: y, time: time)
}

/// Returns a `CardMotion.Event`.
@_cdecl("dio_exhibit_card_release")
public func exhibitCardRelease(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, time: Double) -> Int32 {
    Int32(Cards.of(handle).value.release(x: x, y: y, time: time).rawValue)
}

@_cdecl("dio_exhibit_card_cancel")
public func exhibitCardCancel(_ handle: UnsafeMutableRawPointer) { Cards.of(handle).value.cancel() }

/// `side`: negative for the left one.
@_cdecl("dio_exhibit_card_swipe")
public func exhibitCardSwipe(_ handle: UnsafeMutableRawPointer, side: Int32) {
    Cards.of(handle).value.swipe(side < 0 ? .left : .right)
}

@_cdecl("dio_exhibit_card_next")
public func exhibitCardNext(_ handle: UnsafeMutableRawPointer) { Cards.of(handle).value.next() }

@_cdecl("dio_exhibit_card_come_back")
public func exhibitCardComeBack(_ handle: UnsafeMutableRawPointer, side: Int32) {
    Cards.of(handle).value.comeBack(from: side < 0 ? .left : .right)
}

@_cdecl("dio_exhibit_card_turn_over")
public func exhibitCardTurnOver(_ handle: UnsafeMutableRawPointer, isAnimated: Int32) {
    Cards.of(handle).value.turnOver(isAnimated: isAnimated != 0)
}

/// Returns a `CardMotion.Event`.
@_cdecl("dio_exhibit_card_advance")
public func exhibitCardAdvance(_ handle: UnsafeMutableRawPointer, seconds: Float, time: Double) -> Int32 {
    Int32(Cards.of(handle).value.advance(seconds: seconds, time: time).rawValue)
}

// MARK: Camera

/// `values`: minimum and maximum of the model, and the floor; seven floats.
private func limits(_ values: UnsafePointer<Float>) -> OrbitLimits {
    OrbitLimits(bounds: Bounds(min: vector(values), max: vector(values + 3)), floor: values[6])
}

/// `values`: yaw, pitch, distance, target; six floats.
private func pose(_ values: UnsafePointer<Float>) -> OrbitPose {
    OrbitPose(yaw: values[0], pitch: values[1], distance: values[2], target: vector(values + 3))
}

@_cdecl("dio_exhibit_orbit_new")
public func exhibitOrbitNew(_ limitValues: UnsafePointer<Float>, poseValues: UnsafePointer<Float>) -> UnsafeMutableRawPointer {
    Orbit(OrbitCamera(limits: limits(limitValues), pose: pose(poseValues))).handle
}

@_cdecl("dio_exhibit_orbit_free")
public func exhibitOrbitFree(_ handle: UnsafeMutableRawPointer) { Orbit.free(handle) }

/// Writes the camera's state and returns its address.
@_cdecl("dio_exhibit_orbit_state")
public func exhibitOrbitState(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let orbit = Orbit.of(handle)
    orbit.answer([OrbitWords(camera: orbit.value)])
    return UnsafeMutableRawPointer(orbit.block)
}

@_cdecl("dio_exhibit_orbit_limit")
public func exhibitOrbitLimit(_ handle: UnsafeMutableRawPointer, values: UnsafePointer<Float>) {
    Orbit.of(handle).value.limits = limits(values)
}

/// The distance from which the whole model is in the image.
@_cdecl("dio_exhibit_orbit_fit")
public func exhibitOrbitFit(
    _ handle: UnsafeMutableRawPointer, yaw: Float, pitch: Float, tangentX: Float, tangentY: Float
) -> Float {
    Orbit.of(handle).value.limits.fittingDistance(yaw: yaw, pitch: pitch, tangentX: tangentX, tangentY: tangentY)
}

@_cdecl("dio_exhibit_orbit_hold")
public func exhibitOrbitHold(_ handle: UnsafeMutableRawPointer) { Orbit.of(handle).value.hold() }

@_cdecl("dio_exhibit_orbit_drag")
public func exhibitOrbitDrag(_ handle: UnsafeMutableRawPointer, dx: Float, dy: Float) {
    Orbit.of(handle).value.turn(dx: dx, dy: dy)
}

@_cdecl("dio_exhibit_orbit_pan")
public func exhibitOrbitPan(_ handle: UnsafeMutableRawPointer, dx: Float, dy: Float, metresPerPixel: Float) {
    Orbit.of(handle).value.pan(dx: dx, dy: dy, metresPerPixel: metresPerPixel)
}

@_cdecl("dio_exhibit_orbit_pinch")
public func exhibitOrbitPinch(_ handle: UnsafeMutableRawPointer, factor: Float) {
    Orbit.of(handle).value.pinch(factor: factor)
}

@_cdecl("dio_exhibit_orbit_twist")
public func exhibitOrbitTwist(_ handle: UnsafeMutableRawPointer, angle: Float) {
    Orbit.of(handle).value.twist(angle: angle)
}

/// Pixels per second.
@_cdecl("dio_exhibit_orbit_release")
public func exhibitOrbitRelease(_ handle: UnsafeMutableRawPointer, vx: Float, vy: Float) {
    Orbit.of(handle).value.release(vx: vx, vy: vy)
}

@_cdecl("dio_exhibit_orbit_zoom")
public func exhibitOrbitZoom(_ handle: UnsafeMutableRawPointer, factor: Float) {
    Orbit.of(handle).value.zoom(factor: factor)
}

@_cdecl("dio_exhibit_orbit_turn")
public func exhibitOrbitTurn(_ handle: UnsafeMutableRawPointer, yaw: Float, pitch: Float) {
    Orbit.of(handle).value.turn(yaw: yaw, pitch: pitch)
}

@_cdecl("dio_exhibit_orbit_fly")
public func exhibitOrbitFly(_ handle: UnsafeMutableRawPointer, poseValues: UnsafePointer<Float>, duration: Float) {
    Orbit.of(handle).value.fly(to: pose(poseValues), duration: duration)
}

/// Returns whether the camera moved.
@_cdecl("dio_exhibit_orbit_advance")
public func exhibitOrbitAdvance(_ handle: UnsafeMutableRawPointer, seconds: Float) -> Int32 {
    Orbit.of(handle).value.advance(seconds: seconds) ? 1 : 0
}

// MARK: Labels

@_cdecl("dio_exhibit_labels_new")
public func exhibitLabelsNew() -> UnsafeMutableRawPointer { Labels(LabelLayout()).handle }

@_cdecl("dio_exhibit_labels_free")
public func exhibitLabelsFree(_ handle: UnsafeMutableRawPointer) { Labels.free(handle) }

/// `labels`: x, y, width, height and priority of each. `areas`: that of the labels and that of the model, each minimum and maximum,
/// x before y. Returns the address of the positions.
@_cdecl("dio_exhibit_labels_place")
public func exhibitLabelsPlace(
    _ handle: UnsafeMutableRawPointer, labels: UnsafePointer<Float>, count: Int, areas: UnsafePointer<Float>
) -> UnsafeMutableRawPointer {
    func area(_ at: Int) -> LabelLayout.Area {
        LabelLayout.Area(minX: areas[at], minY: areas[at + 1], maxX: areas[at + 2], maxY: areas[at + 3])
    }
    let list = (0..<max(0, count)).map { i in
        LabelLayout.Label(
            x: labels[5 * i], y: labels[5 * i + 1], width: labels[5 * i + 2], height: labels[5 * i + 3], priority: labels[5 * i + 4]
        )
    }
    let handle = Labels.of(handle)
    handle.answer(handle.value.place(list, area: area(0), model: area(4)).map { LabelWords(position: $0) })
    return UnsafeMutableRawPointer(handle.block)
}
