import Foundation
import Geometry
import Images

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Looks colours up in an image by texture coordinate, for formats whose textures become vertex colours here.
struct TextureSampler {
    /// The wrap mode beyond the image's edges.
    enum Wrap { case repeating, mirrored, clamped }

    let image: ColorImage
    var wrapU = Wrap.repeating
    var wrapV = Wrap.repeating

    /// Linear RGB at `uv`, whose origin is the image's upper left corner; bilinear between pixel centres, as a renderer does it.
    func linear(at uv: Vector2) -> Vector3 {
        guard uv.x.isFinite, uv.y.isFinite, image.width > 0, image.height > 0 else { return Vector3(repeating: 1) }
        let x = place(uv.x, wrapU) * Float(image.width) - 0.5
        let y = place(uv.y, wrapV) * Float(image.height) - 0.5
        let x0 = Int(x.rounded(.down))
        let y0 = Int(y.rounded(.down))
        let fx = x - Float(x0)
        let fy = y - Float(y0)
        let top = pixel(x0, y0) * (1 - fx) + pixel(x0 + 1, y0) * fx
        let bottom = pixel(x0, y0 + 1) * (1 - fx) + pixel(x0 + 1, y0 + 1) * fx
        return top * (1 - fy) + bottom * fy
    }

    /// `t` brought into 0…1.
    private func place(_ t: Float, _ wrap: Wrap) -> Float {
        switch wrap {
        case .clamped: return min(max(t, 0), 1)
        case .repeating: return t - t.rounded(.down)
        case .mirrored:
            let twice = t - 2 * (t * 0.5).rounded(.down)
            return twice <= 1 ? twice : 2 - twice
        }
    }

    private func pixel(_ x: Int, _ y: Int) -> Vector3 {
        let p = image[neighbour(x, count: image.width, wrap: wrapU), neighbour(y, count: image.height, wrap: wrapV)]
        return SRGB.toLinear(SIMD3(p.x, p.y, p.z))
    }

    /// A pixel number at most one beyond the edge.
    private func neighbour(_ i: Int, count: Int, wrap: Wrap) -> Int {
        if wrap == .repeating { return i < 0 ? count - 1 : i >= count ? 0 : i }
        return min(max(i, 0), count - 1)
    }
}

/// Decodes a file's images and keeps all of them together below a limit, so that a small file cannot fill the memory.
struct TextureStore {
    /// 128 million pixels: 512 MiB.
    private var pixelsLeft = 1 << 27

    /// The image in these bytes (PNG or JPEG).
    mutating func decode(_ bytes: [UInt8]) throws(ImageError) -> ColorImage {
        let size: (width: Int, height: Int)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            let header = try PNG.Header(bytes)
            size = (header.width, header.height)
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            size = try JPEG.size(bytes)
        } else {
            return try ImageFile.decodeColor(bytes)
        }
        try take(size)
        return try ImageFile.decodeColor(bytes)
    }

    /// The image in this file (PNG or JPEG).
    mutating func read(_ url: URL) throws(ImageError) -> ColorImage {
        try take(try ImageFile.size(url))
        return try ImageFile.readColor(url)
    }

    private mutating func take(_ size: (width: Int, height: Int)) throws(ImageError) {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= pixelsLeft else {
            throw ImageError("the total size of the textures exceeds the limit (one has \(size.width) x \(size.height) pixels)")
        }
        pixelsLeft -= pixels
    }
}
