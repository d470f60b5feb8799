import Geometry

/// A view reduced to what the labelling of planes compares: some 100 KB.
struct PlanarView: Sendable {
    /// With the camera at this size.
    let view: PosedView
    /// Grey values.
    let gray: [UInt8]
    /// Inverse depths that several views confirm, 1/m; 0 where there is none.
    let confirmed: [Float]

    /// The longer edge at most, pixels.
    private static let edge = 160

    /// How often a view is halved.
    static func level(_ view: PosedView) -> Int { level(width: view.camera.width, height: view.camera.height) }

    private static func level(width: Int, height: Int) -> Int {
        var level = 0
        while max(width, height) >> level > edge { level += 1 }
        return level
    }

    /// - Parameters:
    ///   - full: the view at full size.
    ///   - image: its image.
    ///   - inverses: an inverse depth for each of its pixels, 0 where there is none. A pixel here has their median, where a
    ///     third of its pixels there has one.
    init(_ full: PosedView, image: LumaImage, confirmed inverses: [Float]) {
        let level = Self.level(full)
        let size = 1 << level
        view = full.halved(level)
        var small = image
        for _ in 0..<level { small = small.halved() }
        gray = small.pixels
        let w = view.camera.width
        var confirmed = [Float](repeating: 0, count: small.pixels.count)
        var found: [Float] = []
        for k in confirmed.indices {
            let corner = (k / w * image.width + k % w) * size
            found.removeAll(keepingCapacity: true)
            for v in 0..<size {
                for u in 0..<size where inverses[corner + v * image.width + u] > 0 {
                    found.append(inverses[corner + v * image.width + u])
                }
            }
            guard found.count * 3 >= size * size else { continue }
            found.sort()
            confirmed[k] = found[found.count / 2]
        }
        self.confirmed = confirmed
    }

    /// The strongest change of grey, per pixel of the full-size image, on the way from each pixel here to its neighbour to the
    /// right and to the one below.
    func changes(_ image: LumaImage) -> (right: [Float], down: [Float]) {
        let size = 1 << Self.level(width: image.width, height: image.height)
        let smooth = image.smoothed()
        let stride = image.width
        let w = view.camera.width
        let h = view.camera.height
        var right = [Float](repeating: 0, count: w * h)
        var down = [Float](repeating: 0, count: w * h)
        for y in 0..<h {
            for x in 0..<w {
                let middle = (y * size + size / 2) * stride + x * size + size / 2
                for step in 0..<size {
                    if x + 1 < w {
                        let at = middle + step
                        right[y * w + x] = max(right[y * w + x], (smooth[at] - smooth[at + 1]).magnitude)
                    }
                    if y + 1 < h {
                        let at = middle + step * stride
                        down[y * w + x] = max(down[y * w + x], (smooth[at] - smooth[at + stride]).magnitude)
                    }
                }
            }
        }
        return (right, down)
    }
}
