import Exploration
import Geometry
import SplatView

// The blocks in which the browser reads splats. scripts/generate-core-types.sh compiles this file too, and takes their
// layouts from it.

/// Where a ray meets splats.
struct SplatHitWords: WordFields {
    let hit: SplatHit

    func put(into sink: inout some WordSink) {
        sink.put("point", Vector3(hit.point.x, hit.point.y, hit.point.z))
        sink.put("normal", Vector3(hit.normal.x, hit.normal.y, hit.normal.z))
        sink.put("distance", hit.distance)
    }
}

/// The header of an SPZ file.
struct SplatHeaderWords: WordFields {
    let header: SplatSet.Header

    func put(into sink: inout some WordSink) {
        sink.put("count", UInt32(header.count))
        sink.put("degree", UInt32(header.degree))
    }
}

/// The splats that have arrived, and the box around their centres.
struct SplatSetWords: WordFields {
    let set: SplatSet

    func put(into sink: inout some WordSink) {
        sink.put("count", UInt32(set.count))
        sink.put("lower", Vector3(set.lower.x, set.lower.y, set.lower.z))
        sink.put("upper", Vector3(set.upper.x, set.upper.y, set.upper.z))
    }
}
