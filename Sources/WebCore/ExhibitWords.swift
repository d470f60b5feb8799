import ExhibitMotion
import Exploration
import Geometry

// The blocks in which the browser reads the motion of an exhibit. scripts/generate-core-types.sh compiles this file too, and takes
// their layouts from it.

/// Bits of the blocks' `flags`.
struct ExhibitFlags: OptionSet {
    let rawValue: UInt32

    static let moving = ExhibitFlags(rawValue: 1)
    static let showsBack = ExhibitFlags(rawValue: 2)

    static var named: [(name: StaticString, flag: ExhibitFlags)] { [("moving", moving), ("showsBack", showsBack)] }
}

/// The top card of a stack.
struct CardWords: WordFields {
    let motion: CardMotion

    func put(into sink: inout some WordSink) {
        var flags: ExhibitFlags = []
        if motion.isMoving { flags.insert(.moving) }
        if motion.showsBack { flags.insert(.showsBack) }
        sink.put("phase", UInt32(motion.phase.rawValue))
        sink.put("flags", flags.rawValue)
        sink.put("x", motion.offset.x)
        sink.put("y", motion.offset.y)
        sink.put("rotation", motion.rotation)
        sink.put("flip", motion.flip)
        sink.put("nextProgress", motion.nextProgress)
    }
}

/// The camera around a model.
struct OrbitWords: WordFields {
    let camera: OrbitCamera

    func put(into sink: inout some WordSink) {
        let pose = camera.pose
        sink.put("flags", camera.isMoving ? ExhibitFlags.moving.rawValue : 0)
        sink.put("yaw", pose.yaw)
        sink.put("pitch", pose.pitch)
        sink.put("distance", pose.distance)
        sink.put("target", pose.target)
        sink.put("eye", pose.eye)
    }
}

/// A label's position.
struct LabelWords: WordFields {
    let position: LabelLayout.Position

    func put(into sink: inout some WordSink) {
        sink.put("side", UInt32(position.side.rawValue))
        sink.put("x", position.x)
        sink.put("y", position.y)
    }
}
