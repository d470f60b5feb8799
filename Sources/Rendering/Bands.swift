import Support

/// The rows of samples that something covers; empty where `low > high`.
struct RowSpan {
    var low: Int32
    var high: Int32
    static let none = RowSpan(low: 1, high: 0)
}

/// The image's rows in bands, and for each band the things that cover some of its rows, in their own order.
///
/// A band is drawn by one thread from beginning to end, which makes images the same whatever the number of threads.
struct Bands {
    /// Rows of samples a band: divisible by every number of samples a pixel.
    static let height = 24

    let count: Int
    private var starts: [Int]
    private var items: [UInt32]

    init(rows: Int, spans: [RowSpan]) {
        let bands = (rows + Self.height - 1) / Self.height
        count = bands
        var starts = [Int](repeating: 0, count: bands + 1)
        for span in spans where span.low <= span.high {
            for b in Int(span.low) / Self.height...Int(span.high) / Self.height { starts[b + 1] += 1 }
        }
        for b in 0..<bands { starts[b + 1] += starts[b] }
        var next = starts
        items = [UInt32](unsafeUninitializedCapacity: starts[bands]) { items, initialized in
            for i in spans.indices where spans[i].low <= spans[i].high {
                for b in Int(spans[i].low) / Self.height...Int(spans[i].high) / Self.height {
                    items[next[b]] = UInt32(i)
                    next[b] += 1
                }
            }
            initialized = starts[bands]
        }
        self.starts = starts
    }

    /// The things that cover rows of band `b`, ascending.
    subscript(_ b: Int) -> ArraySlice<UInt32> { items[starts[b]..<starts[b + 1]] }
}

/// What each sample of a band sees: the number of the nearest thing, where on it, and how far.
struct VisibilityBand: ~Copyable {
    static let nothing: Int32 = -1

    /// First row of samples, and how many.
    let firstRow: Int
    let rowCount: Int
    /// Samples from one row to the next: the width, rounded up to whole vectors.
    let stride: Int
    let depth: UnsafeMutablePointer<Float>
    let thing: UnsafeMutablePointer<Int32>
    /// Barycentric weights of a triangle's second and third corner.
    let u: UnsafeMutablePointer<Float>
    let v: UnsafeMutablePointer<Float>

    init(firstRow: Int, rowCount: Int, width: Int) {
        self.firstRow = firstRow
        self.rowCount = rowCount
        stride = (width + 7) & ~7
        let n = stride * rowCount
        depth = .allocate(capacity: n)
        thing = .allocate(capacity: n)
        u = .allocate(capacity: n)
        v = .allocate(capacity: n)
        depth.initialize(repeating: .infinity, count: n)
        thing.initialize(repeating: Self.nothing, count: n)
        u.initialize(repeating: 0, count: n)
        v.initialize(repeating: 0, count: n)
    }

    deinit {
        depth.deallocate()
        thing.deallocate()
        u.deallocate()
        v.deallocate()
    }
}
