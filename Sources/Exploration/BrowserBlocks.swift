import Geometry

// The answers of the core to the browser, as blocks of words.

extension Pick: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("kind", kind.rawValue)
        sink.put("index", index)
        sink.put("point", point)
        sink.put("normal", normal)
        sink.put("distance", distance)
    }
}

extension FloatingScreen: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("position", position)
        sink.put("rotation", rotation)
        sink.put("size", size)
    }
}

extension ObjectBox: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("center", center)
        sink.put("size", size)
        sink.put("rotation", rotation)
    }
}

extension Cue: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("strength", strength)
        sink.put("hue", hue)
        sink.put("size", size)
        sink.put("ripple", ripple)
    }
}

extension Placement: WordFields {
    public func put(into sink: inout some WordSink) {
        sink.put("point", point)
        sink.put("normal", normal)
        sink.put("object", object)
        sink.put("height", height)
        sink.put("aboveFloor", aboveFloor)
        sink.put("headroom", headroom)
        sink.put("cue", position)
    }
}

extension Place: WordFields {
    /// Coordinates that are not finite stand for none.
    public func put(into sink: inout some WordSink) {
        sink.put("min", bounds.min)
        sink.put("max", bounds.max)
        sink.put("floor", levels.floor)
        sink.put("ceiling", levels.ceiling ?? .infinity)
        sink.put("start", start ?? Vector3(repeating: .infinity))
    }
}

extension SpaceShape: WordFields {
    /// A ceiling that is not finite stands for none.
    public func put(into sink: inout some WordSink) {
        sink.put("floor", levels.floor)
        sink.put("ceiling", levels.ceiling ?? .infinity)
        sink.put("cutLowest", cutRange.lowest)
        sink.put("cutHighest", cutRange.highest)
        sink.put("cutUsual", cutRange.usual)
        sink.put("isWalkable", bounds.isWalkable ? 1 : 0 as Int32)
    }
}
