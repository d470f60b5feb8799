import Exploration
import Geometry

/// Words going into an explorer's result block.
struct Answer {
    private let words: UnsafeMutablePointer<UInt32>
    private var at = 0

    init(_ explorer: Explorer) { words = explorer.result }

    mutating func put(_ word: UInt32) {
        words[at] = word
        at += 1
    }

    mutating func put(_ number: Float) { put(number.bitPattern) }

    mutating func put(_ p: Vector3) {
        put(p.x)
        put(p.y)
        put(p.z)
    }

    /// Ten words: kind, index, point, normal, distance.
    mutating func put(_ pick: Pick) {
        put(UInt32(bitPattern: pick.kind.rawValue))
        put(UInt32(bitPattern: pick.index))
        put(pick.point)
        put(pick.normal)
        put(pick.distance)
    }

    /// Nine words: position, rotation, size.
    mutating func put(_ screen: FloatingScreen) {
        put(screen.position)
        let q = screen.rotation.vector
        put(q.x)
        put(q.y)
        put(q.z)
        put(q.w)
        put(screen.size.x)
        put(screen.size.y)
    }
}

private func ray(_ p: UnsafePointer<Float>) -> Ray { Ray(origin: vector(p), direction: vector(p + 3)) }

/// `rayFloats` is origin and direction; targets are the bits of `PickTargets`. Gives the kind; the answer holds a pick.
@_cdecl("dio_pick")
public func pick(_ handle: UnsafeMutableRawPointer, _ rayFloats: UnsafePointer<Float>, _ targets: UInt32) -> Int32 {
    let explorer = Explorer.of(handle)
    let pick = explorer.exploration.pick(ray(rayFloats), targets: PickTargets(rawValue: targets))
    var answer = Answer(explorer)
    answer.put(pick)
    return pick.kind.rawValue
}

/// `hit` is a pick's words. The answer: point, normal, object, height, height of the point above the floor, headroom, and for a picture of this
/// aspect a screen. 1 where there is one.
@_cdecl("dio_place")
public func place(
    _ handle: UnsafeMutableRawPointer, _ hit: UnsafePointer<Float>, _ height: Float, _ isAboveFloor: Int32, _ aspect: Float
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let kind = Pick.Kind(rawValue: Int32(bitPattern: hit[0].bitPattern)) else { return 0 }
    let pick = Pick(
        kind: kind, index: Int32(bitPattern: hit[1].bitPattern), point: vector(hit + 2), normal: vector(hit + 5), distance: hit[8])
    guard let placement = explorer.exploration.place(pick, height: height, isAboveFloor: isAboveFloor != 0) else { return 0 }
    var answer = Answer(explorer)
    answer.put(placement.point)
    answer.put(placement.normal)
    answer.put(UInt32(bitPattern: placement.object))
    answer.put(placement.height)
    answer.put(placement.aboveFloor)
    answer.put(placement.headroom)
    answer.put(explorer.exploration.screen(at: placement, aspect: aspect))
    return 1
}

/// Begins to drag a screen (nine floats: position, rotation, size) by a handle.
@_cdecl("dio_drag_begin")
public func dragBegin(
    _ handle: UnsafeMutableRawPointer, _ screen: UnsafePointer<Float>, _ part: Int32, _ rayFloats: UnsafePointer<Float>
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let part = ScreenHandle(rawValue: part) else { return ExplorationError.badNumber.code }
    let rotation = Quaternion(screen[3], screen[4], screen[5], screen[6]).normalized
    explorer.drag = ScreenDrag(
        FloatingScreen(position: vector(screen), rotation: rotation, size: Vector2(screen[7], screen[8])), part, ray(rayFloats))
    return 0
}

/// The dragged screen for the pointer's ray; bits of `snap`: 1 surface, 2 upright. 1 where something is being dragged.
@_cdecl("dio_drag_move")
public func dragMove(
    _ handle: UnsafeMutableRawPointer, _ rayFloats: UnsafePointer<Float>, _ snap: UInt32, _ angleStep: Float
) -> Int32 {
    let explorer = Explorer.of(handle)
    guard let drag = explorer.drag else { return 0 }
    let moved = drag.moved(
        to: ray(rayFloats), snap: ScreenSnap(surface: snap & 1 != 0, upright: snap & 2 != 0, angleStep: angleStep),
        in: explorer.exploration)
    var answer = Answer(explorer)
    answer.put(moved)
    return 1
}
