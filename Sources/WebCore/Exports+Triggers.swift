import CWebRuntime
import Geometry
import Live

// Triggers of live sessions. Sets of triggers are bits: bit n is `Trigger` n. Web/src/live/triggers/ calls these.

// MARK: Claps

/// A clap detector with a block for samples. It runs in an AudioWorklet with an instance of core.wasm of its own.
private final class ClapListener {
    static let capacity = 4_096

    var detector: ClapDetector
    let samples: UnsafeMutablePointer<Float>
    var last: Clap?

    init?(sampleRate: Double, sensitivity: Float) {
        guard let detector = ClapDetector(sampleRate: sampleRate, sensitivity: sensitivity),
            let block = core_malloc(UInt(4 * Self.capacity))
        else { return nil }
        self.detector = detector
        samples = block.bindMemory(to: Float.self, capacity: Self.capacity)
    }

    deinit { core_release(samples) }

    static func of(_ handle: UnsafeMutableRawPointer) -> ClapListener {
        Unmanaged<ClapListener>.fromOpaque(handle).takeUnretainedValue()
    }
}

/// A clap detector; null for a sample rate (hertz) that is not supported.
@_cdecl("dio_trigger_clap_new")
public func triggerClapNew(_ sampleRate: Double, _ sensitivity: Float) -> UnsafeMutableRawPointer? {
    ClapListener(sampleRate: sampleRate, sensitivity: sensitivity).map { Unmanaged.passRetained($0).toOpaque() }
}

/// Where samples are written before `dio_trigger_clap_process`: room for `dio_trigger_clap_capacity` floats.
@_cdecl("dio_trigger_clap_samples")
public func triggerClapSamples(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(ClapListener.of(handle).samples)
}

@_cdecl("dio_trigger_clap_capacity")
public func triggerClapCapacity() -> Int { ClapListener.capacity }

/// Processes the first `count` samples; returns the number of claps that were recognized.
@_cdecl("dio_trigger_clap_process")
public func triggerClapProcess(_ handle: UnsafeMutableRawPointer, _ count: Int) -> Int32 {
    let listener = ClapListener.of(handle)
    var claps: Int32 = 0
    let block = UnsafeBufferPointer(start: listener.samples, count: min(max(0, count), ClapListener.capacity))
    var last = listener.last
    listener.detector.process(block) { clap in
        claps += 1
        last = clap
    }
    listener.last = last
    return claps
}

/// Seconds from the start of the stream to the last clap.
@_cdecl("dio_trigger_clap_time")
public func triggerClapTime(_ handle: UnsafeMutableRawPointer) -> Double { ClapListener.of(handle).last?.time ?? 0 }

/// The strength of the last clap, 0 to 1.
@_cdecl("dio_trigger_clap_strength")
public func triggerClapStrength(_ handle: UnsafeMutableRawPointer) -> Float { ClapListener.of(handle).last?.strength ?? 0 }

@_cdecl("dio_trigger_clap_set_sensitivity")
public func triggerClapSetSensitivity(_ handle: UnsafeMutableRawPointer, _ sensitivity: Float) {
    ClapListener.of(handle).detector.sensitivity = sensitivity
}

@_cdecl("dio_trigger_clap_free")
public func triggerClapFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<ClapListener>.fromOpaque(handle).release() }

// MARK: Faces

private final class FaceWatcher {
    var trigger: FaceTrigger
    var calibrator = FaceCalibrator()

    init(sensitivity: Float) { trigger = FaceTrigger(sensitivity: sensitivity) }

    static func of(_ handle: UnsafeMutableRawPointer) -> FaceWatcher {
        Unmanaged<FaceWatcher>.fromOpaque(handle).takeUnretainedValue()
    }
}

@_cdecl("dio_trigger_face_new")
public func triggerFaceNew(_ sensitivity: Float) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(FaceWatcher(sensitivity: sensitivity)).toOpaque()
}

/// Processes eight blend shapes in the order of `FaceExpression`, or null where no face was found; seconds. Returns a set of
/// triggers.
@_cdecl("dio_trigger_face_update")
public func triggerFaceUpdate(_ handle: UnsafeMutableRawPointer, _ shapes: UnsafePointer<Float>?, time: Double) -> UInt32 {
    FaceWatcher.of(handle).trigger.update(shapes.map(expression), at: time).rawValue
}

/// Discards the samples of an earlier calibration.
@_cdecl("dio_trigger_face_calibration_begin")
public func triggerFaceCalibrationBegin(_ handle: UnsafeMutableRawPointer) { FaceWatcher.of(handle).calibrator = FaceCalibrator() }

/// Adds a sample to the calibration. `phase`: 0 the face is relaxed, 1 it makes the expressions.
@_cdecl("dio_trigger_face_calibration_add")
public func triggerFaceCalibrationAdd(_ handle: UnsafeMutableRawPointer, _ shapes: UnsafePointer<Float>, phase: Int32) {
    guard let phase = FaceCalibrator.Phase(rawValue: UInt8(truncatingIfNeeded: phase)) else { return }
    FaceWatcher.of(handle).calibrator.add(expression(shapes), phase: phase)
}

/// Applies the calibration; returns 0 where there are too few samples.
@_cdecl("dio_trigger_face_calibration_end")
public func triggerFaceCalibrationEnd(_ handle: UnsafeMutableRawPointer) -> Int32 {
    let watcher = FaceWatcher.of(handle)
    guard let calibration = watcher.calibrator.result else { return 0 }
    watcher.trigger.calibration = calibration
    return 1
}

/// Writes the calibration to eight floats: the signals at rest, and their ranges.
@_cdecl("dio_trigger_face_calibration")
public func triggerFaceCalibration(_ handle: UnsafeMutableRawPointer, _ values: UnsafeMutablePointer<Float>) {
    let calibration = FaceWatcher.of(handle).trigger.calibration
    for i in 0..<4 {
        values[i] = calibration.neutral[i]
        values[4 + i] = calibration.range[i]
    }
}

/// Applies a calibration that was stored.
@_cdecl("dio_trigger_face_set_calibration")
public func triggerFaceSetCalibration(_ handle: UnsafeMutableRawPointer, _ values: UnsafePointer<Float>) {
    FaceWatcher.of(handle).trigger.calibration = FaceCalibration(
        neutral: SIMD4(values[0], values[1], values[2], values[3]), range: SIMD4(values[4], values[5], values[6], values[7]))
}

@_cdecl("dio_trigger_face_set_sensitivity")
public func triggerFaceSetSensitivity(_ handle: UnsafeMutableRawPointer, _ sensitivity: Float) {
    FaceWatcher.of(handle).trigger.sensitivity = sensitivity
}

@_cdecl("dio_trigger_face_free")
public func triggerFaceFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<FaceWatcher>.fromOpaque(handle).release() }

private func expression(_ p: UnsafePointer<Float>) -> FaceExpression {
    FaceExpression(SIMD8(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]))
}

// MARK: Gestures

private final class GestureWatcher {
    var trigger: GestureTrigger

    init(_ trigger: GestureTrigger) { self.trigger = trigger }

    static func of(_ handle: UnsafeMutableRawPointer) -> GestureWatcher {
        Unmanaged<GestureWatcher>.fromOpaque(handle).takeUnretainedValue()
    }
}

/// `handLength`: the length of a hand in the unit of the positions.
@_cdecl("dio_trigger_gesture_new")
public func triggerGestureNew(_ handLength: Float, _ sensitivity: Float) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(GestureWatcher(GestureTrigger(handLength: handLength, sensitivity: sensitivity))).toOpaque()
}

/// Processes a position of a hand (x to the right, y up); seconds. Returns a set of triggers.
@_cdecl("dio_trigger_gesture_position")
public func triggerGesturePosition(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, z: Float, time: Double) -> UInt32 {
    GestureWatcher.of(handle).trigger.addPosition(Vector3(x, y, z), at: time).rawValue
}

/// Processes an acceleration in metres per second squared; seconds. Returns a set of triggers.
@_cdecl("dio_trigger_gesture_acceleration")
public func triggerGestureAcceleration(_ handle: UnsafeMutableRawPointer, x: Float, y: Float, z: Float, time: Double) -> UInt32 {
    GestureWatcher.of(handle).trigger.addAcceleration(Vector3(x, y, z), at: time).rawValue
}

@_cdecl("dio_trigger_gesture_set_sensitivity")
public func triggerGestureSetSensitivity(_ handle: UnsafeMutableRawPointer, _ sensitivity: Float) {
    GestureWatcher.of(handle).trigger.sensitivity = sensitivity
}

@_cdecl("dio_trigger_gesture_free")
public func triggerGestureFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<GestureWatcher>.fromOpaque(handle).release() }

// MARK: Responses

/// The usual response to a trigger: companion action, effect and reaction in bytes 0 to 2, 255 for none.
@_cdecl("dio_trigger_standard_response")
public func triggerStandardResponse(_ trigger: UInt32) -> UInt32 {
    guard let trigger = Trigger(rawValue: UInt8(truncatingIfNeeded: trigger)) else { return 0xFF_FFFF }
    return TriggerMapping.standard(trigger).packed
}
