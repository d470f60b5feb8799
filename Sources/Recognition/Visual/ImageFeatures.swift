import CVision
import Foundation
import Images
import Support

/// The local features of a photo: SIFT (Lowe 2004) with RootSIFT descriptors (Arandjelović, Zisserman 2012) of 8 bits a value.
public struct ImageFeatures: Sendable {
    /// The width of the image in which the features were found, in pixels: at most `FeatureOptions.longestSide`.
    public let width: Int
    /// Its height in pixels.
    public let height: Int
    /// Position, size, direction, strength; strongest first.
    let keypoints: [CVisionKeypoint]
    /// 128 bytes a feature.
    let descriptors: [UInt8]
    /// The photo's embedding, of length 1, and the identifier of the embedder that computed it; nil where there was none.
    public var embedding: ImageEmbedding?

    /// The number of features; 0 for images without texture.
    public var count: Int { keypoints.count }

    init(width: Int, height: Int, keypoints: [CVisionKeypoint], descriptors: [UInt8], embedding: ImageEmbedding? = nil) {
        precondition(descriptors.count == keypoints.count * 128)
        self.width = width
        self.height = height
        self.keypoints = keypoints
        self.descriptors = descriptors
        self.embedding = embedding
    }

    /// Finds the features of a colour image, and computes its embedding where there is an embedder.
    public init(_ image: ColorImage, options: FeatureOptions = FeatureOptions(), embedder: (any ImageEmbedder)? = nil)
        throws(RecognitionError)
    {
        try self.init(image.gray, options: options)
        if let embedder, count >= 0 { embedding = try ImageEmbedding(image, embedder: embedder) }
    }

    /// Finds the features of a grey image.
    /// - Throws: `RecognitionError` where the image has no pixels or too many.
    public init(_ image: GrayImage, options: FeatureOptions = FeatureOptions()) throws(RecognitionError) {
        try image.checkSize()
        let small = try image.scaled(toLongestSide: max(32, options.longestSide))
        width = small.width
        height = small.height
        // OpenCV's pyramid needs some pixels; smaller images have no features worth comparing.
        guard min(small.width, small.height) >= 16 else {
            keypoints = []
            descriptors = []
            return
        }
        let normalized = small.stretched()
        let capacity = max(1, options.maxFeatures)
        var points = [CVisionKeypoint](repeating: CVisionKeypoint(), count: capacity)
        var bytes = [UInt8](repeating: 0, count: capacity * 128)
        _ = Self.limitThreads
        let found = cvision_sift(
            normalized.pixels, Int32(small.width), Int32(small.height), Int32(capacity), options.contrastThreshold, &points, &bytes,
            Int32(capacity))
        guard found >= 0 else { throw RecognitionError.vision("image") }
        keypoints = Array(points.prefix(Int(found)))
        descriptors = Array(bytes.prefix(Int(found) * 128))
    }

    /// How much a feature counts by its position: 1 in the middle of the photo, down to 0.35 at its edge. People photograph a thing
    /// in the middle; what is around it may be below other things as well.
    func centrality(_ i: Int) -> Float {
        let half = Float(max(1, min(width, height))) / 2
        let x = (keypoints[i].x - Float(width) / 2) / half
        let y = (keypoints[i].y - Float(height) / 2) / half
        let distance = (x * x + y * y).squareRoot()
        return min(1, max(0.35, 1 - 1.3 * (distance - 0.6)))
    }

    /// Where a feature is, as `CVisionEntry` has it: position, size and direction in a byte each, relative to the longest side.
    func place(_ i: Int) -> UInt32 {
        let point = keypoints[i]
        let longest = Float(max(1, width, height))
        func byte(_ value: Float) -> UInt32 { UInt32(min(255, max(0, value.rounded()))) }
        let turn = UInt32(bitPattern: Int32((point.angle * 256 / 360).rounded())) & 255
        return byte(point.x / longest * 255) | byte(point.y / longest * 255) << 8
            | byte((log2(max(point.size, 1e-3) / longest) + 10) * 25) << 16 | turn << 24
    }

    /// OpenCV's loops use as many threads as Diorama's.
    private static let limitThreads: Void = cvision_set_threads(Int32(Parallel.threads))
}

/// How features are found.
public struct FeatureOptions: Sendable, Equatable {
    /// Larger photos are reduced to this longest side, in pixels.
    public var longestSide = 640
    /// The strongest features that are kept.
    public var maxFeatures = 600
    /// The detector's contrast threshold for grey levels 0…1 (SIFT's usual value is 0.04).
    public var contrastThreshold = 0.025

    /// The usual options.
    public init() {}
}

extension Image where Pixel == UInt8 {
    /// The grey levels between the 1st and the 99th percentile, spread over 10…245, so that dark photos have features too. Images
    /// with fewer than 12 levels between them stay as they are: they have noise only.
    func stretched() -> GrayImage {
        var histogram = [Int](repeating: 0, count: 256)
        for value in pixels { histogram[Int(value)] += 1 }
        func level(_ share: Double) -> Int {
            var sum = 0
            for (i, n) in histogram.enumerated() {
                sum += n
                if Double(sum) >= share * Double(pixels.count) { return i }
            }
            return 255
        }
        let low = level(0.01)
        let high = level(0.99)
        guard high - low >= 12 else { return self }
        let table = (0..<256).map { UInt8(min(255, max(0, 10 + ($0 - low) * 235 / (high - low)))) }
        return GrayImage(width: width, height: height, pixels: pixels.map { table[Int($0)] })
    }
}

extension ImageFeatures {
    /// Features that are drawn from others and changed a little, for measurements with many photos.
    public static func mixed(_ pool: [ImageFeatures], count: Int, random: inout some RandomNumberGenerator) -> ImageFeatures {
        var keypoints: [CVisionKeypoint] = []
        var descriptors: [UInt8] = []
        let sources = pool.filter { $0.count > 0 }
        for _ in 0..<(sources.isEmpty ? 0 : count) {
            let source = sources[Int.random(in: 0..<sources.count, using: &random)]
            let i = Int.random(in: 0..<source.count, using: &random)
            var point = source.keypoints[i]
            point.x = Float(Int.random(in: 0..<max(1, source.width), using: &random))
            point.y = Float(Int.random(in: 0..<max(1, source.height), using: &random))
            keypoints.append(point)
            for value in source.descriptors[i * 128..<i * 128 + 128] {
                descriptors.append(UInt8(min(255, max(0, Int(value) + Int.random(in: -18...18, using: &random)))))
            }
        }
        return ImageFeatures(
            width: sources.first?.width ?? 0, height: sources.first?.height ?? 0, keypoints: keypoints, descriptors: descriptors)
    }
}
