/// The parts of an image that look uniform, by graph-based segmentation (Felzenszwalb and Huttenlocher 2004): neighbouring parts
/// are joined where the edge between them is hardly stronger than the edges within them.
struct ImageSegments {
    /// The segment of each pixel, numbered from 0.
    private(set) var labels: [Int32]
    private(set) var count = 0

    /// - Parameters:
    ///   - image: grey values; smoothed first.
    ///   - scale: grey values times pixels: larger values make larger segments.
    init(_ image: LumaImage, scale: Float = 60) {
        let w = image.width
        let h = image.height
        labels = [Int32](repeating: 0, count: w * h)
        guard w > 1, h > 1 else { return }
        let smooth = Self.smoothed(image)
        var forest = Forest(count: w * h, scale: scale)
        // Edges to the right and downwards, sorted by counting: weights in sixteenths of a grey value.
        let bins = 1024
        var starts = [Int](repeating: 0, count: bins + 1)
        func weight(_ a: Int, _ b: Int) -> Int { min(bins - 1, Int((smooth[a] - smooth[b]).magnitude * 16)) }
        func eachEdge(_ body: (Int, Int) -> Void) {
            for y in 0..<h {
                for x in 0..<w {
                    let at = y * w + x
                    if x + 1 < w { body(at, at + 1) }
                    if y + 1 < h { body(at, at + w) }
                }
            }
        }
        eachEdge { starts[weight($0, $1) + 1] += 1 }
        for k in 0..<bins { starts[k + 1] += starts[k] }
        var next = starts
        var edges = [(Int32, Int32)](repeating: (0, 0), count: starts[bins])
        eachEdge { a, b in
            let k = weight(a, b)
            edges[next[k]] = (Int32(a), Int32(b))
            next[k] += 1
        }
        for k in 0..<bins {
            for e in starts[k]..<starts[k + 1] { forest.join(Int(edges[e].0), Int(edges[e].1), weight: Float(k) / 16) }
        }
        var numbers = [Int32](repeating: -1, count: w * h)
        for i in labels.indices {
            let root = forest.root(i)
            if numbers[root] < 0 {
                numbers[root] = Int32(count)
                count += 1
            }
            labels[i] = numbers[root]
        }
    }

    /// The mean of 3 x 3 pixels, twice.
    private static func smoothed(_ image: LumaImage) -> [Float] {
        let w = image.width
        let h = image.height
        var values = image.pixels.map(Float.init)
        for _ in 0..<2 {
            var lines = values
            for y in 0..<h {
                for x in 0..<w {
                    let row = y * w
                    lines[row + x] = (values[row + max(x - 1, 0)] + values[row + x] + values[row + min(x + 1, w - 1)]) / 3
                }
            }
            for y in 0..<h {
                let above = max(y - 1, 0) * w
                let below = min(y + 1, h - 1) * w
                for x in 0..<w { values[y * w + x] = (lines[above + x] + lines[y * w + x] + lines[below + x]) / 3 }
            }
        }
        return values
    }

    /// Disjoint sets of pixels, each with its size and the weight up to which it may be joined with others.
    private struct Forest {
        private var parents: [Int32]
        private var sizes: [Int32]
        private var limits: [Float]
        private let scale: Float

        init(count: Int, scale: Float) {
            parents = (0..<Int32(count)).map { $0 }
            sizes = [Int32](repeating: 1, count: count)
            limits = [Float](repeating: scale, count: count)
            self.scale = scale
        }

        mutating func root(_ i: Int) -> Int {
            var i = i
            while Int(parents[i]) != i {
                parents[i] = parents[Int(parents[i])]
                i = Int(parents[i])
            }
            return i
        }

        mutating func join(_ a: Int, _ b: Int, weight: Float) {
            let p = root(a)
            let q = root(b)
            guard p != q, weight <= limits[p], weight <= limits[q] else { return }
            let (large, small) = sizes[p] >= sizes[q] ? (p, q) : (q, p)
            parents[small] = Int32(large)
            sizes[large] += sizes[small]
            limits[large] = weight + scale / Float(sizes[large])
        }
    }
}
