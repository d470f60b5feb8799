import CWebRuntime

/// Memory as the browser gives it. Swift does not notice when there is none left, so what is large is asked for beforehand.
enum Memory {
    /// Whether `count` bytes can be had.
    static func has(_ count: Int64) -> Bool {
        guard count >= 0, count < 1 << 30, let block = core_malloc(UInt(count)) else { return false }
        core_release(block)
        return true
    }

    // Counts are of 32 bits and factors small: nothing below overflows. (Checked products of 64 bits would need a helper of another
    // runtime.)

    /// Bytes that an exploration of a mesh needs while it is made, at most: points and triangles as they are and in the hierarchy.
    static func forMesh(points: Int, indices: Int) -> Int64 {
        Int64(points) &* 16 &+ Int64(indices / 3) &* (12 + 32 + 16 + 4 + 64 + 48) &+ 1 << 20
    }

    /// The same for a recording of it, which grows by doubling.
    static func forRecording(points: Int, indices: Int) -> Int64 { Int64(points) &* 36 &+ Int64(indices) &* 12 &+ 1 << 20 }

    static func forPins(_ count: Int) -> Int64 { Int64(count) &* 96 &+ 1 << 20 }
    static func forObjects(_ count: Int) -> Int64 { Int64(count) &* 96 &+ 1 << 16 }
    static func forReplay(_ bytes: Int) -> Int64 { Int64(bytes) &* 64 &+ 1 << 20 }
}

@_cdecl("dio_alloc")
public func alloc(_ count: Int) -> UnsafeMutableRawPointer? { count > 0 ? core_malloc(UInt(count)) : nil }

@_cdecl("dio_free")
public func free(_ block: UnsafeMutableRawPointer?) { if let block { core_release(block) } }
