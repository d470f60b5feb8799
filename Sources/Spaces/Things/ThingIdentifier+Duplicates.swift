import DioramaLibrary
import Foundation
import Recognition
import Support

/// Two things whose photos show the same.
public struct ThingDuplicate: Sendable {
    /// One of them.
    public let first: Entry<Thing>
    /// The other.
    public let second: Entry<Thing>
    /// 0 to 1: the higher, the surer.
    public let score: Double

    /// The same for the same pair.
    fileprivate var key: String { "\(first.id) \(second.id)" }
}

/// What comparing things with each other has found so far.
public struct ThingDuplicates: Sendable {
    /// Pairs that may be the same, the surest first; a later part can have a pair again.
    public let pairs: [ThingDuplicate]
    /// Where to go on; nil when all things were compared.
    public let next: ThingID?
    /// Number of things that were compared, also by the parts before.
    public let compared: Int
    /// Number of things with photos.
    public let total: Int
    /// Number of photos that are not in the index yet and can't be compared.
    public let missing: Int
}

extension ThingIdentifier {
    /// Compares things with each other for some seconds: the caller shows what was found and goes on where this stopped.
    /// - Parameters:
    ///   - previous: the thing up to which the parts before have compared; nil to begin.
    ///   - seconds: how long to compare; at least one thing is. Photos that were added since may take as long before.
    public func duplicates(after previous: ThingID?, atMost seconds: Double) async throws -> ThingDuplicates {
        let (index, missing) = try await update(within: seconds)
        let items = index.items.sorted()
        let start = previous.map { thing in items.firstIndex { $0 > thing.description } ?? items.count } ?? 0
        let (proposals, end) = try await Blocking.run { () throws -> ([DuplicateProposal], Int) in
            let began = ContinuousClock.now
            var proposals: [DuplicateProposal] = []
            var i = start
            while i < items.count, i == start || began.duration(to: .now) < .seconds(seconds) {
                try Task.checkCancellation()
                proposals += try index.duplicates(of: items[i])
                i += 1
            }
            return (proposals, i)
        }
        return ThingDuplicates(
            pairs: try await pairs(proposals), next: end < items.count ? ThingID(items[end - 1]) : nil, compared: end,
            total: items.count, missing: missing)
    }

    /// All pairs of things whose photos show the same, the surest first.
    public func duplicates(progress: ProgressReporter = .silent) async throws -> [ThingDuplicate] {
        try await update(within: nil, progress: progress.part(0...0.5))
        var found: [String: ThingDuplicate] = [:]
        var previous: ThingID?
        repeat {
            let part = try await duplicates(after: previous, atMost: 1)
            try progress.part(0.5...1).step(Double(part.compared) / Double(max(part.total, 1)), "Comparing things")
            for pair in part.pairs where pair.score > found[pair.key]?.score ?? 0 { found[pair.key] = pair }
            previous = part.next
        } while previous != nil
        return found.values.sorted { ($0.score, $1.key) > ($1.score, $0.key) }
    }

    /// Each pair once, with its things; those that are gone meanwhile are left out.
    private func pairs(_ proposals: [DuplicateProposal]) async throws -> [ThingDuplicate] {
        var best: [String: DuplicateProposal] = [:]
        for proposal in proposals {
            let key = "\(proposal.first) \(proposal.second)"
            if proposal.score > best[key]?.score ?? 0 { best[key] = proposal }
        }
        let sorted = best.values.sorted { ($0.score, $1.first, $1.second) > ($1.score, $0.first, $0.second) }
        var pairs: [ThingDuplicate] = []
        for proposal in sorted {
            guard let first = ThingID(proposal.first), let second = ThingID(proposal.second),
                let a = try await library.things.get(first), let b = try await library.things.get(second)
            else { continue }
            pairs.append(ThingDuplicate(first: a, second: b, score: proposal.score))
        }
        return pairs
    }
}
