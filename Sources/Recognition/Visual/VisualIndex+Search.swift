import Foundation
import Support

extension VisualIndex {
    /// A thing's evidence from its photos that were verified.
    private struct Evidence {
        /// The query's features that agree with any photo, with their largest weights.
        var inliers: [Int32: Float] = [:]
        var bestInliers = 0
        var bestWeight: Float = 0
        var matches = 0
        var photo = ""
        var similarity = -Double.infinity
        var rejectedInliers = 0
        var rejectedWeight: Float = 0
    }

    /// The things that a photo shows, most probable first; empty where it shows none.
    ///
    /// A thing is returned where its score is at least 0.5. The score follows from the number of features that agree geometrically
    /// with the thing's photos, from the embeddings where there are any, and from feedback.
    /// - Parameters:
    ///   - features: the photo's features.
    ///   - limit: the most things that are returned.
    /// - Throws: `RecognitionError` with the reason `.damagedIndex` where a photo's file is damaged.
    public func search(_ features: ImageFeatures, limit: Int = 5) throws(RecognitionError) -> [VisualMatch] {
        let all = try ranked(features, excluding: nil, candidates: Self.candidateLimit)
        return Array(all.filter { $0.score >= 0.5 }.prefix(max(0, limit)))
    }

    /// All things with any evidence, however weak, most probable first: for measurements and for lists of "perhaps".
    public func rank(_ features: ImageFeatures) throws(RecognitionError) -> [VisualMatch] {
        try ranked(features, excluding: nil, candidates: Self.candidateLimit)
    }

    func ranked(_ features: ImageFeatures, excluding item: String?, candidates limit: Int) throws(RecognitionError) -> [VisualMatch]
    {
        let (photos, embeddings) = try state.withLock { (state) throws(RecognitionError) in
            let numbers = try state.candidates(features, limit: limit, excluding: item)
            return (numbers.map { state.photos[$0]! }, numbers.map { state.embeddings[$0] })
        }
        let verified = Outcomes<Verification?>(photos.count) { (i) throws(RecognitionError) in
            // A file that is missing was removed by another thread meanwhile.
            guard let reference = try FeatureFile.read(self.url(photos[i])) else { return nil }
            return try Verification(query: features, reference: reference)
        }
        // What agrees with several things is more likely the table below them than one of them.
        var agreeing: [Int32: Set<String>] = [:]
        for (i, photo) in photos.enumerated() where photo.role != .rejected {
            for feature in try verified[i]?.inliers ?? [] { agreeing[feature, default: []].insert(photo.item) }
        }
        let things = agreeing.mapValues(\.count)
        var evidence: [String: Evidence] = [:]
        for (i, photo) in photos.enumerated() {
            guard var verification = try verified[i] else { continue }
            verification.discountShared(things)
            var found = evidence[photo.item] ?? Evidence()
            Self.add(verification, of: photo, to: &found)
            if photo.role != .rejected, let one = features.embedding, let other = embeddings[i], let s = one.similarity(other) {
                found.similarity = max(found.similarity, MatchScore.logit(one.probability(s)))
            }
            evidence[photo.item] = found
        }
        return evidence.compactMap { Self.match($0.key, $0.value) }
            .sorted { ($0.score, $0.inliers, $1.id) > ($1.score, $1.inliers, $0.id) }
    }

    private static func add(_ verification: Verification, of photo: IndexedPhoto, to found: inout Evidence) {
        let count = verification.inliers.count
        let weight = verification.weights.reduce(0, +)
        switch photo.role {
        case .rejected:
            found.rejectedInliers = max(found.rejectedInliers, count)
            found.rejectedWeight = max(found.rejectedWeight, weight)
        case .reference, .confirmed:
            // Several views of a thing add up; views that agree by chance don't.
            if weight >= 8 {
                for (feature, weight) in zip(verification.inliers, verification.weights) {
                    found.inliers[feature] = max(found.inliers[feature] ?? 0, weight)
                }
            }
            if weight > found.bestWeight || found.photo.isEmpty {
                found.bestWeight = weight
                found.bestInliers = count
                found.matches = verification.matches
                found.photo = photo.photo
            }
        }
    }

    private static func match(_ item: String, _ found: Evidence) -> VisualMatch? {
        guard !found.photo.isEmpty else { return nil }
        let inliers = max(found.inliers.count, found.bestInliers)
        guard inliers > 0 || found.similarity > -.infinity else { return nil }
        let weight = max(Double(found.inliers.values.reduce(0, +)), Double(found.bestWeight))
        var logit = MatchScore.logit(MatchScore.probability(weight: weight, unmatched: max(0, found.matches - found.bestInliers)))
        // Embeddings and features are independent evidence for, but a missing agreement of features is none against.
        if found.similarity > -.infinity { logit = max(logit, found.similarity, logit + found.similarity) }
        // A photo that the user rejected and that agrees as well as the thing's own photos decides against it.
        if found.rejectedInliers >= 8 {
            logit += MatchScore.slope * Double(found.bestWeight - 2 * found.rejectedWeight)
        }
        return VisualMatch(id: item, score: MatchScore.sigmoid(logit), inliers: inliers, photo: found.photo)
    }

    /// Things that may be the same as this one.
    public func duplicates(of item: String) throws(RecognitionError) -> [DuplicateProposal] {
        let photos = state.withLock { state in
            (state.photosOfItem[item] ?? []).compactMap { state.photos[$0] }.filter { $0.role == .reference }
        }
        var best: [String: Double] = [:]
        for photo in photos {
            guard let features = try FeatureFile.read(url(photo)) else { continue }
            for match in try ranked(features, excluding: item, candidates: 8) where match.score >= 0.5 {
                best[match.id] = max(best[match.id] ?? 0, match.score)
            }
        }
        return best.map { DuplicateProposal(item, $0.key, score: $0.value) }.sorted {
            ($0.score, $1.second) > ($1.score, $0.second)
        }
    }

    /// All pairs of things that may be the same, most probable first. Takes about 30 ms for each photo.
    public func duplicates(progress: ProgressReporter = .silent) throws(RecognitionError) -> [DuplicateProposal] {
        var found: [String: DuplicateProposal] = [:]
        let items = items
        for (i, item) in items.enumerated() {
            try progress.step(Double(i) / Double(items.count), "Comparing things")
            for pair in try duplicates(of: item) {
                let key = "\(pair.first) \(pair.second)"
                if pair.score > found[key]?.score ?? 0 { found[key] = pair }
            }
        }
        return found.values.sorted { ($0.score, $1.first, $1.second) > ($1.score, $0.first, $0.second) }
    }
}
