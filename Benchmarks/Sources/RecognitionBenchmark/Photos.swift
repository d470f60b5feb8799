import BenchmarkSupport
import Foundation
import Images
import Recognition

/// Real photo sets: every eighth photo of each set is indexed as one thing, the others are searched; photos of unknown sets must
/// give no answer.
enum PhotosMeasurement {
    static func run(folders: [String], unknown: [String]) throws {
        guard !folders.isEmpty else { throw BenchmarkError("photos needs folders of images") }
        let temporary = try TemporaryFolder()
        let index = try VisualIndex.open(temporary.url)
        var queries: [(id: String, url: URL)] = []
        for (i, folder) in folders.enumerated() {
            let images = try images(folder)
            for (k, image) in images.enumerated() {
                if k % 8 == 0 {
                    try index.add(try features(image), photo: "p\(k)", item: "set\(i)")
                } else if k % 3 == 1 {
                    queries.append(("set\(i)", image))
                }
            }
        }
        var right = 0
        var other = 0
        for query in queries {
            let found = try features(query.url)
            let match = try index.search(found).first
            let best = try index.rank(found).first
            if match?.id == query.id { right += 1 } else if match != nil { other += 1 }
            try Report.print([
                "photo": query.url.lastPathComponent, "set": query.id, "best": best?.id ?? "", "inliers": best?.inliers ?? 0,
                "score": best?.score ?? 0,
            ])
        }
        var claims = 0
        var asked = 0
        for folder in unknown {
            let images = try images(folder)
            for image in images.enumerated().filter({ $0.offset % max(1, images.count / 25) == 0 }).map(\.element) {
                let found = try features(image)
                asked += 1
                let best = try index.rank(found).first
                if try !index.search(found).isEmpty { claims += 1 }
                try Report.print(["unknown": image.lastPathComponent, "inliers": best?.inliers ?? 0, "score": best?.score ?? 0])
            }
        }
        try Report.print([
            "photos searched": queries.count, "recall@1": Double(right) / Double(max(1, queries.count)), "other set first": other,
            "unknown photos": asked, "wrong claims": claims,
        ])
    }

    private static func images(_ folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
            .filter { ["jpg", "jpeg", "png"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private static func features(_ url: URL) throws -> ImageFeatures { try ImageFeatures(try ImageFile.readColor(url)) }
}
