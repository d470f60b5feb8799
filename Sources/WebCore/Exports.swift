import Exploration
import Geometry

// The exports of core.wasm. Handles and answers are addresses; an answer is in the explorer's result block until the next call.
// Numbers below zero are `ExplorationError.code`. Web/src/core/ calls them, with the offsets of generated.ts.

/// The error of the last call that returns a handle.
nonisolated(unsafe) private var lastError: Int32 = 0

@_cdecl("dio_version")
public func version() -> UInt32 { ExplorationState.version }

@_cdecl("dio_state_size")
public func stateSize() -> Int { ExplorationState.size }

@_cdecl("dio_last_error")
public func lastErrorCode() -> Int32 { lastError }

// MARK: Building

/// A place that is being built.
private final class Building {
    var builder: PlaceBuilder
    let isRecorded: Bool

    init(_ builder: consuming PlaceBuilder, isRecorded: Bool) {
        self.builder = builder
        self.isRecorded = isRecorded
    }
}

/// Begins to build a place: points are three floats each, packed; both blocks remain the caller's. Call `dio_builder_advance` until
/// it returns 1, then `dio_builder_finish`, or at any time `dio_builder_free`.
@_cdecl("dio_builder_new")
public func builderNew(
    _ points: UnsafePointer<Float>, pointCount: Int, indices: UnsafePointer<UInt32>, indexCount: Int, isRecorded: Int32
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
        return Unmanaged.passRetained(Building(try PlaceBuilder(mesh), isRecorded: isRecorded != 0)).toOpaque()
    } catch {
        lastError = error.code
        return nil
    }
}

@_cdecl("dio_builder_advance")
public func builderAdvance(_ building: UnsafeMutableRawPointer, _ budget: Int) -> Int32 {
    Unmanaged<Building>.fromOpaque(building).takeUnretainedValue().builder.advance(budget) ? 1 : 0
}

/// The exploration; frees the builder.
@_cdecl("dio_builder_finish")
public func builderFinish(_ building: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let building = Unmanaged<Building>.fromOpaque(building).takeRetainedValue()
    return Explorer(Exploration(building.builder.finish(), isRecorded: building.isRecorded)).handle
}

@_cdecl("dio_builder_free")
public func builderFree(_ building: UnsafeMutableRawPointer) { Unmanaged<Building>.fromOpaque(building).release() }

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

/// The answer: the place's bounds, levels and start.
@_cdecl("dio_place_facts")
public func placeFacts(_ handle: UnsafeMutableRawPointer) {
    let explorer = Explorer.of(handle)
    explorer.answer(explorer.exploration.place)
}

// MARK: Time and camera

@_cdecl("dio_step")
public func step(
    _ handle: UnsafeMutableRawPointer, dt: Float, moveX: Float, moveY: Float, orbitX: Float, orbitY: Float, zoom: Float,
    isHeld: Int32
) {
    let explorer = Explorer.of(handle)
    explorer.exploration.step(
        dt, ExplorationInput(moveX: moveX, moveY: moveY, orbitX: orbitX, orbitY: orbitY, zoom: zoom, isHeld: isHeld != 0))
    explorer.writeState()
}

@_cdecl("dio_set_camera")
public func setCamera(_ handle: UnsafeMutableRawPointer, mode: Int32, isOrthographic: Int32, seconds: Float) {
    let explorer = Explorer.of(handle)
    explorer.exploration.setCamera(mode == 1 ? .look : .sandTable, isOrthographic: isOrthographic != 0, seconds: seconds)
    explorer.writeState()
}

/// `matrix` is camera-to-world: 16 floats, column-major.
@_cdecl("dio_fly_to")
public func flyTo(_ handle: UnsafeMutableRawPointer, matrix: UnsafePointer<Float>, fieldOfView: Float, seconds: Float)
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

@_cdecl("dio_move_avatar")
public func moveAvatar(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, z: Float, heading: Float) -> Int32 {
    let explorer = Explorer.of(handle)
    let isDone = explorer.exploration.put(at: Vector3(x, y, z), heading: heading)
    explorer.writeState()
    return isDone ? 1 : 0
}

// MARK: Objects and pins

/// Ten floats each: centre, size, rotation (x y z w).
@_cdecl("dio_set_objects")
public func setObjects(_ handle: UnsafeMutableRawPointer, values: UnsafePointer<Float>, count: Int) -> Int32 {
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
    _ handle: UnsafeMutableRawPointer, points: UnsafePointer<Float>, moods: UnsafePointer<Int8>,
    discovered: UnsafePointer<UInt8>,
    count: Int
) -> Int32 {
    let explorer = Explorer.of(handle)
    do throws(ExplorationError) {
        guard count >= 0, Memory.has(Memory.forPins(count)) else { throw .tooLarge }
        var positions: [Vector3] = []
        positions.reserveCapacity(count)
        for i in 0..<count { positions.append(vector(points + 3 * i)) }
        var marks: [Bool] = []
        marks.reserveCapacity(count)
        for i in 0..<count { marks.append(discovered[i] != 0) }
        try explorer.exploration.setPins(
            positions, moods: [Int8](UnsafeBufferPointer(start: moods, count: count)), isDiscovered: marks)
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

/// Indices of the pins nearest to a point (three floats), nearest first, written to `indices`, which has room for `limit`. Returns
/// their count.
@_cdecl("dio_nearest_pins")
public func nearestPins(
    _ handle: UnsafeMutableRawPointer, point: UnsafePointer<Float>, limit: Int, indices: UnsafeMutablePointer<Int32>
) -> Int {
    let nearest = Explorer.of(handle).exploration.nearestPins(to: vector(point), limit: max(0, limit))
    for i in nearest.indices { indices[i] = nearest[i] }
    return nearest.count
}

// MARK: Recordings

/// Bytes of the recording, which are then at `dio_recording_bytes`; 0 where nothing is recorded.
@_cdecl("dio_recording")
public func recording(_ handle: UnsafeMutableRawPointer) -> Int {
    let explorer = Explorer.of(handle)
    explorer.writeRecording()
    return explorer.recorded?.count ?? 0
}

@_cdecl("dio_recording_bytes")
public func recordingBytes(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Explorer.of(handle).recorded.flatMap { $0.baseAddress.map { UnsafeMutableRawPointer($0) } }
}

/// An exploration in which all recorded commands were performed again.
@_cdecl("dio_replay")
public func replay(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutableRawPointer? {
    lastError = 0
    do throws(ExplorationError) {
        guard count >= 0, Memory.has(Memory.forReplay(count)) else { throw .tooLarge }
        let replay = try Replay([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
        let replayed = (Int32(truncatingIfNeeded: replay.commands), Int32(truncatingIfNeeded: replay.firstDifference ?? -1))
        return Explorer(replay.exploration, replayed: replayed).handle
    } catch {
        lastError = error.code
        return nil
    }
}

/// The number of commands that a replay performed.
@_cdecl("dio_replay_commands")
public func replayCommands(_ handle: UnsafeMutableRawPointer) -> Int32 { Explorer.of(handle).replayed.commands }

/// The first command of a replay whose state differed from the recorded one; −1 for none.
@_cdecl("dio_replay_difference")
public func replayDifference(_ handle: UnsafeMutableRawPointer) -> Int32 { Explorer.of(handle).replayed.firstDifference }

func vector(_ p: UnsafePointer<Float>) -> Vector3 { Vector3(p[0], p[1], p[2]) }
