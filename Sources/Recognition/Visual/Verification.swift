import CVision

/// Geometric verification of two photos: matching by descriptors, then the transform that most matches agree with.
struct Verification: Sendable {
    /// Matches by descriptor.
    var matches = 0
    /// The query's features that agree with the transform.
    var inliers: [Int32] = []
    /// The weight of each of them: more where the match is less ambiguous.
    var weights: [Float] = []

    /// The ratio of the distances to the nearest and the second nearest feature.
    static let ratio: Float = 0.85
    /// How far a feature may be from where the transform puts it, in pixels of the reduced photos.
    static let tolerance: Float = 6
    /// Features nearer to each other than this, in pixels, are one spot.
    private static let spot: Float = 16
    /// How much less a feature says for each stronger one at its spot.
    private static let repetition: Float = 0.3

    /// How much less a feature says for each further thing that it agrees with.
    private static let sharing: Float = 0.5

    /// 0.4 for the most ambiguous matches up to 1.6 for those whose second nearest feature is twice as far.
    private static func weight(ratio: Float) -> Float { min(1.6, 0.4 + 1.2 * (Self.ratio - ratio) / 0.3) }

    init() {}

    /// Compares a query with a reference photo.
    init(query: ImageFeatures, reference: ImageFeatures) throws(RecognitionError) {
        guard query.count >= 4, reference.count >= 4 else { return }
        var pairs = [CVisionMatch](repeating: CVisionMatch(), count: query.count)
        let found = cvision_match(
            query.descriptors, Int32(query.count), reference.descriptors, reference.keypoints, Int32(reference.count), Self.ratio,
            &pairs)
        guard found >= 0 else { throw RecognitionError.vision("image") }
        matches = Int(found)
        guard matches >= 4 else { return }
        var flags = [UInt8](repeating: 0, count: matches)
        var homography = [Double](repeating: 0, count: 9)
        let agreed = cvision_verify(query.keypoints, reference.keypoints, pairs, found, Self.tolerance, &flags, &homography)
        guard agreed >= 0 else { throw RecognitionError.vision("image") }
        // Features at one spot with several directions count once.
        var spots = Set<SIMD2<Int32>>()
        for i in 0..<matches where flags[i] != 0 {
            let query = query.keypoints[Int(pairs[i].query)]
            if spots.insert(SIMD2(Int32(query.x / 2), Int32(query.y / 2))).inserted {
                inliers.append(pairs[i].query)
                let place = reference.centrality(Int(pairs[i].reference))
                weights.append(Self.weight(ratio: pairs[i].ratio) * place)
            }
        }
        discountRepetition(query)
    }

    /// Lowers the weights of features at one spot: they say less than as many that are far apart, since a letter that many things
    /// have agrees in all its features.
    private mutating func discountRepetition(_ query: ImageFeatures) {
        let order = weights.indices.sorted { (weights[$0], $1) > (weights[$1], $0) }
        var counted: [SIMD2<Float>] = []
        for i in order {
            let point = query.keypoints[Int(inliers[i])]
            let p = SIMD2(point.x, point.y)
            var near: Float = 0
            for q in counted where ((p - q) * (p - q)).sum() < Self.spot * Self.spot { near += 1 }
            weights[i] /= 1 + Self.repetition * near
            counted.append(p)
        }
    }

    /// Lowers the weights of features that agree with photos of several things.
    /// - Parameter things: how many, for each of the query's features.
    mutating func discountShared(_ things: [Int32: Int]) {
        for i in inliers.indices { weights[i] /= 1 + Self.sharing * Float((things[inliers[i]] ?? 1) - 1) }
    }
}
