import Exploration
import Geometry

// What core.wasm exports. Handles and answers are addresses; an answer lies in the explorer's result block until the next call. Numbers below
// zero are `ExplorationError.code`. Web/src/core/core.ts is the other side.

/// Why the last call that makes something gave nothing.
nonisolated(unsafe) private var lastError: Int32 = 0

@_cdecl("dio_version")
public func version() -> UInt32 { ExplorationState.version }

@_cdecl("dio_state_size")
public func stateSize() -> Int { ExplorationState.size }

@_cdecl("dio_last_error")
public func lastErrorCode() -> Int32 { lastError }

// MARK: Making one

/// A place in the making.
private final class Making {
    var builder: PlaceBuilder
    let isRecorded: Bool

    init(_ builder: consuming PlaceBuilder, isRecorded: Bool) { (self.builder, self.isRecorded) = (builder, isRecorded) }
}

/// Begins a place: points are three floats each, packed; both blocks stay the caller's. Then `dio_making_advance` until it gives 1, then
/// `dio_making_finish`, or at any time `dio_making_free`.
@_cdecl("dio_making_new")
public func makingNew(
    _ points: UnsafePointer<Float>, _ pointCount: Int, _ indices: UnsafePointer<UInt32>, _ indexCount: Int, _ isRecorded: Int32
) -> UnsafeMutableRawPointer? {
    lastError = 0
    do throws(ExplorationError) {
        guard pointCount >= 0, indexCount >= 0 else { throw .badMesh }
        let recording = isRecorded == 0 ? 0 : Memory.forRecording(points: pointCount, indices: indexCount)
        guard Memory.has(Memory.forMesh(points: pointCount, indices: indexCount) &+ recording) else { throw .tooLarge }
        var mesh = TriangleMesh()
        mesh.positions.reserveCapacity(pointCount)
        for i in 0..<pointCount { mesh.positions.append(vector(points + 3 * i)) }
        mesh.indices = [UInt32](UnsafeBufferPointer(start: indices, count: indexCount))
        return Unmanaged.passRetained(Making(try PlaceBuilder(mesh), isRecorded: isRecorded != 0)).toOpaque()
    } catch {
        lastError = error.code
        return nil
    }
}

@_cdecl("dio_making_advance")
public func makingAdvance(_ making: UnsafeMutableRawPointer, _ budget: Int) -> Int32 {
    Unmanaged<Making>.fromOpaque(making).takeUnretainedValue().builder.advance(budget) ? 1 : 0
}

/// The exploration; the making is gone after it.
@_cdecl("dio_making_finish")
public func makingFinish(_ making: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let making = Unmanaged<Making>.fromOpaque(making).takeRetainedValue()
    return Explorer(Exploration(making.builder.finish(), isRecorded: making.isRecorded)).handle
}

@_cdecl("dio_making_free")
public func makingFree(_ making: UnsafeMutableRawPointer) { Unmanaged<Making>.fromOpaque(making).release() }

@_cdecl("dio_exploration_free")
public func explorationFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<Explorer>.fromOpaque(handle).release() }

@_cdecl("dio_state")
public func state(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(Explorer.of(handle).state)
}

@_cdecl("dio_result")
public func result(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(Explorer.of(handle).result)
}

/// Box (6 floats), floor, ceiling (or not finite), start (3 floats, not finite where nobody can stand).
@_cdecl("dio_place_facts")
public func placeFacts(_ handle: UnsafeMutableRawPointer) {
    let explorer = Explorer.of(handle)
    let place = explorer.exploration.place
    var answer = Answer(explorer)
    answer.put(place.bounds.min)
    answer.put(place.bounds.max)
    answer.put(place.levels.floor)
    answer.put(place.levels.ceiling ?? .infinity)
    answer.put(place.start ?? Vector3(repeating: .infinity))
}

// MARK: Time and camera

@_cdecl("dio_step")
public func step(
    _ handle: UnsafeMutableRawPointer, _ dt: Float, _ moveX: Float, _ moveY: Float, _ orbitX: Float, _ orbitY: Float, _ zoom: Float,
    _ isHeld: Int32
) {
    let explorer = Explorer.of(handle)
    explorer.exploration.step(
        dt, ExplorationInput(moveX: moveX, moveY: moveY, orbitX: orbitX, orbitY: orbitY, zoom: zoom, isHeld: isHeld != 0))
    explorer.writeState()
}

@_cdecl("dio_set_camera")
public func setCamera(_ handle: UnsafeMutableRawPointer, _ mode: Int32, _ isOrthographic: Int32, _ seconds: Float) {
    let explorer = Explorer.of(handle)
    explorer.exploration.setCamera(mode == 1 ? .look : .sandTable, isOrthographic: isOrthographic != 0, seconds: seconds)
    explorer.writeState()
}

/// `matrix` is camera-to-world: 16 floats, column-major.
@_cdecl("dio_fly_to")
public func flyTo(_ handle: UnsafeMutableRawPointer, _ matrix: UnsafePointer<Float>, _ fieldOfView: Float, _ seconds: Float)
    -> Int32
{
    let explorer = Explorer.of(handle)
    func column(_ i: Int) -> SIMD4<Float> { SIMD4(matrix[4 * i], matrix[4 * i + 1], matrix[4 * i + 2], matrix[4 * i + 3]) }
    let pose = RigidTransform(Matrix4(column(0), column(1), column(2), column(3)))
    do throws(ExplorationError) {
        try explorer.exploration.flyTo(pose, fieldOfView: fieldOfView, seconds: seconds)
    } catch {
        return error.code
    }
    explorer.writeState()
    return 0
}

@_cdecl("dio_fly_back")
public func flyBack(_ handle: UnsafeMutableRawPointer, _ seconds: Float) {
    let explorer = Explorer.of(handle)
    explorer.exploration.flyBack(seconds: seconds)
    explorer.writeState()
}

@_cdecl("dio_put")
public func put(_ handle: UnsafeMutableRawPointer, _ x: Float, _ y: Float, _ z: Float, _ heading: Float) -> Int32 {
    let explorer = Explorer.of(handle)
    let isDone = explorer.exploration.put(at: Vector3(x, y, z), heading: heading)
    explorer.writeState()
    return isDone ? 1 : 0
}

// MARK: Objects and pins

/// Ten floats each: centre, size, rotation (x y z w).
@_cdecl("dio_set_objects")
public func setObjects(_ handle: UnsafeMutableRawPointer, _ values: UnsafePointer<Float>, _ count: Int) -> Int32 {
    do throws(ExplorationError) {
        guard count >= 0, Memory.has(Memory.forObjects(count)) else { throw .tooLarge }
        var boxes: [ObjectBox] = []
        boxes.reserveCapacity(count)
        for i in 0..<count {
            let p = values + 10 * i
            boxes.append(try ObjectBox(center: vector(p), size: vector(p + 3), rotation: Quaternion(p[6], p[7], p[8], p[9])))
        }
        Explorer.of(handle).exploration.setObjects(boxes)
        return 0
    } catch {
        return error.code
    }
}

/// Three floats, a mood (−1 for none) and whether it is discovered, each.
@_cdecl("dio_set_pins")
public func setPins(
    _ handle: UnsafeMutableRawPointer, _ points: UnsafePointer<Float>, _ moods: UnsafePointer<Int8>,
    _ discovered: UnsafePointer<UInt8>,
    _ count: Int
) -> Int32 {
    let explorer = Explorer.of(handle)
    do throws(ExplorationError) {
        guard count >= 0, Memory.has(Memory.forPins(count)) else { throw .tooLarge }
        var places: [Vector3] = []
        places.reserveCapacity(count)
        for i in 0..<count { places.append(vector(points + 3 * i)) }
        var marks: [Bool] = []
        marks.reserveCapacity(count)
        for i in 0..<count { marks.append(discovered[i] != 0) }
        try explorer.exploration.setPins(
            places, moods: [Int8](UnsafeBufferPointer(start: moods, count: count)), isDiscovered: marks)
    } catch {
        return error.code
    }
    explorer.writeState()
    return 0
}

/// Four floats a pin: strength, hue, size, ripple; null without pins.
@_cdecl("dio_cues")
public func cues(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Explorer.of(handle).exploration.cues.map { UnsafeMutableRawPointer($0.base) }
}

@_cdecl("dio_discover")
public func discover(_ handle: UnsafeMutableRawPointer, _ pin: Int) {
    let explorer = Explorer.of(handle)
    explorer.exploration.discover(pin)
    explorer.writeState()
}

// MARK: Recordings

/// Bytes of the recording; their address is the first word of the answer.
@_cdecl("dio_recording")
public func recording(_ handle: UnsafeMutableRawPointer) -> Int {
    let explorer = Explorer.of(handle)
    guard let bytes = explorer.writeRecording(), let base = bytes.baseAddress else { return 0 }
    explorer.result[0] = UInt32(truncatingIfNeeded: UInt(bitPattern: base))
    return bytes.count
}

/// An exploration in which all that was recorded was done again; words 32 and 33 of its answer: commands, and the first that differed or −1.
@_cdecl("dio_replay")
public func replay(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer? {
    lastError = 0
    do throws(ExplorationError) {
        guard count >= 0, Memory.has(Memory.forReplay(count)) else { throw .tooLarge }
        let replay = try Replay([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
        let explorer = Explorer(replay.exploration)
        explorer.result[32] = UInt32(truncatingIfNeeded: replay.commands)
        explorer.result[33] = UInt32(bitPattern: Int32(truncatingIfNeeded: replay.firstDifference ?? -1))
        return explorer.handle
    } catch {
        lastError = error.code
        return nil
    }
}

func vector(_ p: UnsafePointer<Float>) -> Vector3 { Vector3(p[0], p[1], p[2]) }
