import Exploration
import Geometry
import SplatView

// The exports of splats.wasm. Numbers below zero are `SplatDecodingError`. Web/src/splats/ calls them, in a worker.

/// The block that a call writes its answer to, valid until the next one. There is one worker for each set.
nonisolated(unsafe) private let answer = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)

private func write(_ words: some WordFields) -> UnsafeMutableRawPointer {
    var writer = WordWriter(answer)
    words.put(into: &writer)
    return UnsafeMutableRawPointer(answer)
}

private func set(_ handle: UnsafeMutableRawPointer) -> SplatSet {
    Unmanaged<SplatSet>.fromOpaque(handle).takeUnretainedValue()
}

/// Reads the header of a decompressed SPZ file into a `SplatHeaderWords` at `target`.
@_cdecl("dio_splats_header")
public func splatsHeader(_ bytes: UnsafeRawPointer, size: Int, target: UnsafeMutablePointer<UInt32>) -> Int32 {
    do throws(SplatDecodingError) {
        var writer = WordWriter(target)
        SplatHeaderWords(header: try SplatSet.header(bytes, size: size)).put(into: &writer)
        return 0
    } catch {
        return error.rawValue
    }
}

/// Returns nil where there is not enough memory.
@_cdecl("dio_splats_new")
public func splatsNew(_ capacity: Int, degree: Int) -> UnsafeMutableRawPointer? {
    guard (1...SplatSet.maxCount).contains(capacity), (0...3).contains(degree),
        Memory.has(SplatSet.bytes(capacity: capacity, degree: degree))
    else { return nil }
    return Unmanaged.passRetained(SplatSet(capacity: capacity, degree: degree)).toOpaque()
}

@_cdecl("dio_splats_free")
public func splatsFree(_ handle: UnsafeMutableRawPointer) { Unmanaged<SplatSet>.fromOpaque(handle).release() }

/// Adds splats of a decompressed SPZ file; returns how many. `dio_splats_texels` then has them for the textures.
@_cdecl("dio_splats_add")
public func splatsAdd(_ handle: UnsafeMutableRawPointer, bytes: UnsafeRawPointer, size: Int, first: Int, limit: Int) -> Int32 {
    do throws(SplatDecodingError) {
        return Int32(try set(handle).add(bytes, size: size, first: first, limit: limit))
    } catch {
        return error.rawValue
    }
}

@_cdecl("dio_splats_texels")
public func splatsTexels(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(set(handle).texels)
}

/// Writes a `SplatSetWords` and returns its address.
@_cdecl("dio_splats_state")
public func splatsState(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { write(SplatSetWords(set: set(handle))) }

/// `depth`: four floats whose product with (x, y, z, 1) is the depth. Returns how many splats are drawn.
@_cdecl("dio_splats_sort")
public func splatsSort(_ handle: UnsafeMutableRawPointer, depth: UnsafePointer<Float>, near: Float, isPerspective: Int32) -> Int32 {
    let depth = SIMD4(depth[0], depth[1], depth[2], depth[3])
    return Int32(set(handle).sort(SplatSet.View(depth: depth, near: near, isPerspective: isPerspective != 0)))
}

/// The numbers of the splats in the order of the last sorting.
@_cdecl("dio_splats_order")
public func splatsOrder(_ handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(set(handle).order) }

/// `ray`: origin and direction. Writes a `SplatHitWords` and returns its address; nil where nothing is met.
@_cdecl("dio_splats_pick")
public func splatsPick(
    _ handle: UnsafeMutableRawPointer, ray: UnsafePointer<Float>, pixel: Float, cut: Float
) -> UnsafeMutableRawPointer? {
    let ray = SplatRay(
        origin: SIMD3(ray[0], ray[1], ray[2]), direction: SIMD3(ray[3], ray[4], ray[5]), pixel: pixel, cut: cut)
    return set(handle).pick(ray).map { write(SplatHitWords(hit: $0)) }
}
