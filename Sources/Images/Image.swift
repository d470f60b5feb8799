/// An image in memory: `width` x `height` pixels, row by row from the top left.
public struct Image<Pixel: Sendable>: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Number of rows.
    public let height: Int
    /// `width * height` pixels, row by row from the top left.
    public var pixels: [Pixel]

    /// - Precondition: `pixels.count == width * height`.
    public init(width: Int, height: Int, pixels: [Pixel]) {
        precondition(pixels.count == width * height, "an image needs width x height pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// An image of one value.
    public init(width: Int, height: Int, repeating pixel: Pixel) {
        self.width = width
        self.height = height
        pixels = Array(repeating: pixel, count: width * height)
    }

    /// The pixel in column `x` and row `y`, both from 0 at the top left; both must be in range.
    @inlinable
    public subscript(x: Int, y: Int) -> Pixel {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}

extension Image: Equatable where Pixel: Equatable {}

/// sRGB with alpha, 8 bit each: red, green, blue, alpha.
public typealias ColorImage = Image<SIMD4<UInt8>>

/// Metres along the viewing axis; 0 where nothing was measured.
public typealias DepthImage = Image<Float>

/// How far a depth is to be trusted, as ARKit's `ARConfidenceLevel`: 0 low, 1 medium, 2 high.
public typealias ConfidenceImage = Image<UInt8>
