import Foundation
import Images
import Recognition
import RecognitionTestSupport
import Support
import TestSupport
import Testing

/// Features of rendered things, made once for all tests.
enum Things {
    static let references = (0..<6).map { i in
        try! ImageFeatures(RenderedThing(seed: 200_000 + UInt64(i)).photo(.reference(0, seed: UInt64(i)), width: 320, height: 260))
    }
    /// Other photos of the first two, nearly from the front.
    static let others = (0..<2).map { i in
        var view = RenderedThing.View()
        view.azimuth = 0.25
        view.light = 0.7
        view.desk = 3
        view.seed = 77
        return try! ImageFeatures(RenderedThing(seed: 200_000 + UInt64(i)).photo(view, width: 320, height: 260))
    }

    static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("recognition-\(UUID().uuidString)")
    }

    /// An index of all but the last.
    static func index(_ folder: URL) throws -> VisualIndex {
        let index = try VisualIndex.open(folder)
        for (i, features) in references.dropLast().enumerated() { try index.add(features, photo: "a", item: "thing-\(i)") }
        return index
    }
}

@Suite struct VisualIndexTests {
    @Test func `a thing is found by another photo, and an unknown one is not claimed`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        for i in 0..<2 {
            let matches = try index.search(Things.others[i])
            #expect(matches.map(\.id) == ["thing-\(i)"])
            #expect(matches.first.map { $0.score > 0.9 && $0.inliers >= 10 && $0.photo == "a" } == true)
        }
        #expect(try index.search(Things.references[5]).isEmpty)
        // The same from disk.
        let reopened = try VisualIndex.open(folder)
        #expect(try reopened.search(Things.others[0]).map(\.id) == ["thing-0"])
        #expect(reopened.items == (0..<5).map { "thing-\($0)" })
        #expect(reopened.statistics.photos == 5)
    }

    @Test func `things and photos can be removed and replaced`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        try index.remove(item: "thing-0")
        try index.remove(item: "no-such-thing")
        #expect(try index.search(Things.others[0]).isEmpty)
        try index.add(Things.references[0], photo: "a", item: "thing-1")
        #expect(try index.search(Things.others[0]).map(\.id) == ["thing-1"])
        try index.remove(photo: "a", item: "thing-1")
        #expect(try index.search(Things.others[0]).isEmpty)
        #expect(try VisualIndex.open(folder).items == ["thing-2", "thing-3", "thing-4"])
    }

    @Test func `feedback changes later answers, also after opening again`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        try index.record(.wrong, features: Things.others[0], photo: "q", item: "thing-0")
        #expect(try index.search(Things.others[0]).isEmpty)
        #expect(try VisualIndex.open(folder).search(Things.others[0]).isEmpty)
        try index.record(.right, features: Things.others[0], photo: "q", item: "thing-0")
        #expect(try index.search(Things.others[0]).first?.id == "thing-0")
        // A confirmed photo is a view of the thing.
        try index.record(.right, features: Things.references[5], photo: "r", item: "thing-2")
        #expect(try index.search(Things.references[5]).first?.id == "thing-2")
        #expect(index.photos(of: "thing-2") == ["a"])
        #expect(throws: RecognitionError.self) {
            try index.record(.right, features: Things.others[0], photo: "q", item: "unknown")
        }
    }

    @Test func `two entries of one thing are proposed as duplicates`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        try index.add(Things.others[1], photo: "b", item: "again")
        let pairs = try index.duplicates()
        #expect(pairs.map { [$0.first, $0.second] } == [["again", "thing-1"]])
        #expect(try index.duplicates(of: "again").map(\.second) == ["thing-1"])
    }

    @Test func `many photos are searched by visual words`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        var random = SplitMix64(seed: 4)
        for i in 0..<80 {
            let features = ImageFeatures.mixed(Things.references, count: 100, random: &random)
            try index.add(features, photo: "m", item: "mixed-\(i)")
        }
        #expect(index.statistics.words == 256)
        #expect(try index.search(Things.others[0]).first?.id == "thing-0")
        try index.save()
        let reopened = try VisualIndex.open(folder)
        #expect(reopened.statistics == index.statistics)
        #expect(try reopened.rank(Things.others[1]) == index.rank(Things.others[1]))
        for i in 0..<80 { try index.remove(item: "mixed-\(i)") }
        try reopened.refresh()
        #expect(reopened.items == index.items)
        #expect(try reopened.search(Things.others[1]).first?.id == "thing-1")
    }

    @Test func `identifiers that can't be file names are refused`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try VisualIndex.open(folder)
        for id in ["", "../x", "a.b", "a/b", String(repeating: "x", count: 101), "ä"] {
            #expect(throws: RecognitionError.self) { try index.add(Things.references[0], photo: "p", item: id) }
            #expect(throws: RecognitionError.self) { try index.add(Things.references[0], photo: id, item: "i") }
        }
    }

    @Test func `damaged files are refused and repaired by rebuilding`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try Things.index(folder)
        let file = folder.appendingPathComponent("photos/thing-1.a.reference")
        let good = try Data(contentsOf: file)
        var random = SplitMix64(seed: 12)
        for i in 0..<8 {
            var bad = good
            if i % 2 == 0 {
                bad[Int(random.next() % UInt64(bad.count))] ^= UInt8(1) << UInt8(random.next() % 8)
            } else {
                bad = bad.prefix(Int(random.next() % UInt64(bad.count)))
            }
            try bad.write(to: file)
            #expect(throws: RecognitionError.self) { _ = try VisualIndex.open(folder).search(Things.others[1]) }
        }
        let (index, lost) = try VisualIndex.rebuild(folder)
        #expect(lost.map { [$0.item, $0.photo] } == [["thing-1", "a"]] && lost.first?.isFeedback == false)
        #expect(index.items == ["thing-0", "thing-2", "thing-3", "thing-4"])
        #expect(try index.search(Things.others[0]).first?.id == "thing-0")
    }

    @Test func `a damaged file of words is refused, a rebuilt one answers the same`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        var random = SplitMix64(seed: 5)
        for i in 0..<62 {
            try index.add(ImageFeatures.mixed(Things.references, count: 40, random: &random), photo: "m", item: "m\(i)")
        }
        try index.save()
        let answer = try index.rank(Things.others[0])
        let file = folder.appendingPathComponent("words")
        let good = try Data(contentsOf: file)
        for i in 0..<6 {
            var bad = good
            if i % 2 == 0 {
                bad[Int(random.next() % UInt64(bad.count))] ^= 0x10
            } else {
                bad = bad.prefix(Int(random.next() % UInt64(bad.count)))
            }
            try bad.write(to: file)
            let error = #expect(throws: RecognitionError.self) { _ = try VisualIndex.open(folder) }
            #expect(error?.reason == .damagedIndex || error?.reason == .laterVersion)
        }
        // Words of an earlier version are made anew.
        var earlier = good
        earlier[4] = 1
        try earlier.write(to: file)
        #expect(try VisualIndex.open(folder).rank(Things.others[0]) == answer)
        let (rebuilt, lost) = try VisualIndex.rebuild(folder)
        #expect(lost.isEmpty)
        #expect(try rebuilt.rank(Things.others[0]).first?.id == answer.first?.id)
        #expect(try VisualIndex.open(folder).search(Things.others[0]).first?.id == "thing-0")
    }

    @Test func `images without texture have no features and match nothing`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try Things.index(folder)
        for (width, height) in [(1, 1), (1, 3000), (15, 400), (200, 200)] {
            let features = try ImageFeatures(Image<UInt8>(width: width, height: height, repeating: 0))
            #expect(features.count == 0)
            #expect(try index.search(features).isEmpty)
            try index.add(features, photo: "p\(width)-\(height)", item: "empty")
        }
        #expect(try index.search(Things.others[0]).map(\.id) == ["thing-0"])
        #expect(throws: RecognitionError.self) { _ = try ImageFeatures(Image<UInt8>(width: 0, height: 0, pixels: [])) }
        #expect(throws: RecognitionError.self) { _ = try ImageFeatures(Image<UInt8>(width: 40_000, height: 1, repeating: 0)) }
    }

    @Test func `work that is cancelled ends with an error`() async throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try Things.index(folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try VisualIndex.rebuild(folder).lost.count
        }
        let result = await task.result
        #expect(throws: RecognitionError.self) { _ = try result.get() }
    }
}
