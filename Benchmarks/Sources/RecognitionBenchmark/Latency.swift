import BenchmarkSupport
import Foundation
import Recognition
import RecognitionTestSupport

/// An index of many things: the time of an answer, features included, and of opening.
///
/// The photos of most things are made from those of 300 rendered ones by mixing their features and changing them a little, so that
/// the lists are as long as those of as many photos.
enum LatencyMeasurement {
    static func run(count: Int) throws {
        let folder = try TemporaryFolder()
        let index = try VisualIndex.open(folder.url)
        let real = min(count, 300)
        var pool: [ImageFeatures] = []
        for i in 0..<real {
            let seed = UInt64(i)
            let features = try ImageFeatures(RenderedThing(seed: seed).photo(.reference(0, seed: seed)))
            pool.append(features)
            try index.add(features, photo: "p0", item: "t\(seed)")
        }
        let meter = Meter()
        var random = repeatableNumbers(seed: 9)
        for i in real..<count {
            let features = ImageFeatures.mixed(pool, count: 500, random: &random)
            try index.add(features, photo: "p0", item: "t\(i)")
        }
        try Report.print(["added": count, "s": meter.read().wall, "s CPU": meter.read().cpu])
        try index.save()
        let opening = Meter()
        let reopened = try VisualIndex.open(folder.url)
        let opened = opening.read()
        var times: [Double] = []
        var extraction: [Double] = []
        var right = 0
        var cpu = (features: 0.0, search: 0.0)
        for i in 0..<40 {
            let seed = UInt64(i)
            let photo = RenderedThing(seed: seed).photo(.unseen(seed: seed))
            let start = ContinuousClock.now
            let before = Meter.cpuSeconds()
            let features = try ImageFeatures(photo)
            let found = ContinuousClock.now
            let between = Meter.cpuSeconds()
            let matches = try reopened.search(features)
            let end = ContinuousClock.now
            cpu.features += between - before
            cpu.search += Meter.cpuSeconds() - between
            if matches.first?.id == "t\(seed)" { right += 1 }
            extraction.append((found - start) / .milliseconds(1))
            times.append((end - start) / .milliseconds(1))
        }
        times.sort()
        extraction.sort()
        try Report.print([
            "things": reopened.statistics.things, "words": reopened.statistics.words, "answer ms median": times[20],
            "answer ms p90": times[36], "answer ms max": times[39], "features ms median": extraction[20],
            "ms CPU features": cpu.features * 25, "ms CPU search": cpu.search * 25,
            "recall@1 with one photo a thing": Double(right) / 40, "open s": opened.wall,
            "memory MB": Double(reopened.statistics.memory) / 1e6, "resident MB": Double(opened.peak) / 1e6,
        ])
    }
}
