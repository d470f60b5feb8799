import BenchmarkSupport
import Foundation
import Recognition
import RecognitionTestSupport

/// Rendered things: the share of unseen views for which the first answer is right, and of unknown things for which there is one.
enum ThingsMeasurement {
    /// How an unseen view that wasn't found was taken.
    private static func describe(seed: UInt64, _ features: ImageFeatures, ranked: [VisualMatch]) throws {
        let view = RenderedThing.View.unseen(seed: seed)
        let own = ranked.first { $0.id == "t\(seed)" }
        try Report.print([
            "missed": seed, "azimuth": view.azimuth, "elevation": view.elevation, "scale": view.scale, "blur": view.blur,
            "light": view.light, "gamma": view.gamma, "occlusion": view.occlusion, "features": features.count,
            "inliers": own?.inliers ?? -1, "first": ranked.first?.inliers ?? 0,
        ])
    }

    static func run(count: Int, first: Int, views: Int, evidence: String?) throws {
        let folder = try TemporaryFolder()
        let index = try VisualIndex.open(folder.url)
        let meter = Meter()
        for i in 0..<count {
            let seed = UInt64(first + i)
            let thing = RenderedThing(seed: seed)
            for view in 0..<views {
                let features = try ImageFeatures(thing.photo(.reference(view, seed: seed)))
                try index.add(features, photo: "p\(view)", item: "t\(seed)")
            }
        }
        let added = meter.read().cpu
        var rows: [[String: Any]] = []
        var right = 0
        var ranked = 0
        var wrong = 0
        var seconds = 0.0
        for i in 0..<count {
            let seed = UInt64(first + i)
            let features = try ImageFeatures(RenderedThing(seed: seed).photo(.unseen(seed: seed)))
            let start = ContinuousClock.now
            let matches = try index.search(features)
            seconds += (ContinuousClock.now - start) / .seconds(1)
            if matches.first?.id == "t\(seed)" { right += 1 } else if !matches.isEmpty { wrong += 1 }
            if evidence != nil, matches.first?.id != "t\(seed)" {
                try describe(seed: seed, features, ranked: try index.rank(features))
            }
            if evidence != nil {
                let all = try index.rank(features)
                if all.first?.id == "t\(seed)" { ranked += 1 }
                for match in all.prefix(3) {
                    rows.append(["right": match.id == "t\(seed)", "inliers": match.inliers, "score": match.score])
                }
            }
        }
        var claims = 0
        for i in 0..<count {
            let seed = UInt64(first + 50_000 + i)
            let features = try ImageFeatures(RenderedThing(seed: seed).photo(.unseen(seed: seed)))
            let matches = try index.search(features)
            if !matches.isEmpty { claims += 1 }
            if evidence != nil, let match = try index.rank(features).first {
                rows.append(["unknown": true, "right": false, "inliers": match.inliers, "score": match.score])
            }
        }
        try Report.print([
            "things": count, "photos": index.statistics.photos, "words": index.statistics.words,
            "recall@1": Double(right) / Double(count), "other thing first": Double(wrong) / Double(count),
            "wrong claims on unknown things": Double(claims) / Double(count), "search ms": 1000 * seconds / Double(count),
            "ms CPU for adding a photo, rendering included": 1000 * added / Double(count * views), "ranked first": ranked,
        ])
        if let evidence { try JSONSerialization.data(withJSONObject: rows).write(to: URL(fileURLWithPath: evidence)) }
    }
}
