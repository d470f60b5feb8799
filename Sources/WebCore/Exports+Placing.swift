import Exploration
import Geometry

private func ray(_ p: UnsafePointer<Float>) -> Ray { Ray(origin: vector(p), direction: vector(p + 3)) }

/// `rayFloats` is origin and direction; targets are the bits of `PickTargets`. Returns the kind; the answer is a pick.
@_cdecl("dio_pick")
public func pick(_ handle: UnsafeMutableRawPointer, rayFloats: UnsafePointer<Float>, targets: UInt32) -> Int32 {
    let explorer = Explorer.of(handle)
    let pick = explorer.exploration.pick(ray(rayFloats), targets: PickTargets(rawValue: targets))
    explorer.answer(pick)
    return pick.kind.rawValue
}

/// `hit` is a pick as `dio_pick` answers it. The answer: a placement, followed by the screen for an image of this aspect. 1 where
/// there is one.
@_cdecl("dio_place_pin")
public func placePin(
    _ handle: UnsafeMutableRawPointer, hit: UnsafePointer<Float>, height: Float, isAboveFloor: Int32, aspect: Float
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let kind = Pick.Kind(rawValue: Int32(bitPattern: hit[0].bitPattern)) else { return 0 }
    let pick = Pick(
        kind: kind, index: Int32(bitPattern: hit[1].bitPattern), point: vector(hit + 2), normal: vector(hit + 5), distance: hit[8])
    guard let placement = explorer.exploration.place(pick, height: height, isAboveFloor: isAboveFloor != 0) else { return 0 }
    var writer = WordWriter(explorer.result)
    placement.put(into: &writer)
    explorer.exploration.screen(at: placement, aspect: aspect).put(into: &writer)
    return 1
}

/// Begins to drag a screen (nine floats: position, rotation, size) by a handle.
@_cdecl("dio_drag_begin")
public func dragBegin(
    _ handle: UnsafeMutableRawPointer, screen: UnsafePointer<Float>, part: Int32, rayFloats: UnsafePointer<Float>
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let part = ScreenHandle(rawValue: part) else { return ExplorationError.badNumber.code }
    let rotation = Quaternion(screen[3], screen[4], screen[5], screen[6]).normalized
    explorer.drag = ScreenDrag(
        FloatingScreen(position: vector(screen), rotation: rotation, size: Vector2(screen[7], screen[8])), handle: part,
        from: ray(rayFloats))
    return 0
}

/// The dragged screen for the pointer's ray; bits of `snap`: 1 surface, 2 upright. 1 where something is being dragged.
@_cdecl("dio_drag_move")
public func dragMove(
    _ handle: UnsafeMutableRawPointer, rayFloats: UnsafePointer<Float>, snap: UInt32, angleStep: Float
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let drag = explorer.drag else { return 0 }
    let moved = drag.moved(
        to: ray(rayFloats), snap: ScreenSnap(surface: snap & 1 != 0, upright: snap & 2 != 0, angleStep: angleStep),
        in: explorer.exploration)
    explorer.answer(moved)
    return 1
}
