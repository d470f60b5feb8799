import Foundation
import Images
import Recognition
import RecognitionTestSupport
import TestSupport
import Testing

/// Means of a few parts of the image: enough to tell two plain images apart.
private struct MeanEmbedder: ImageEmbedder {
    var identifier = "mean-1"
    var dimension = 5
    var matchThreshold: Float = 0.95

    func embed(_ image: ColorImage) throws(RecognitionError) -> [Float] {
        var sums: [Float] = [1, 0, 0, 0, 0]
        for y in 0..<image.height {
            for x in 0..<image.width {
                let part = (y * 2 / image.height) * 2 + x * 2 / image.width
                sums[1 + part] += (Float(image[x, y].x) - 128) / Float(image.width * image.height)
            }
        }
        return sums
    }
}

@Suite struct RecognizerTests {
    @Test func `one call finds the thing and the codes`() async throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try VisualIndex.open(folder)
        let thing = RenderedThing(seed: 200_000)
        try index.add(Things.references[0], photo: "a", item: "drill")
        let answer = #"[{"format":"ean13","text":"4006381333931","isGS1":false,"corners":[]}]"#
        let codes = CodeReader(program: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cat >/dev/null; echo '\(answer)'"])
        let recognizer = Recognizer(index: index, codes: codes)
        let photo = thing.photo(.reference(0, seed: 1), width: 320, height: 260).color
        let result = try await recognizer.identify(photo)
        #expect(result.matches.map(\.id) == ["drill"])
        #expect(result.proposal.gtin == "4006381333931")
        #expect(result.text.isEmpty)
        await #expect(throws: RecognitionError.self) {
            _ = try await recognizer.identify(ColorImage(width: 0, height: 0, pixels: []))
        }
        let black = try await recognizer.identify(ColorImage(width: 30, height: 30, repeating: SIMD4(0, 0, 0, 255)))
        #expect(black.matches.isEmpty)
    }

    @Test func `an embedder finds things without texture`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func plain(_ gray: UInt8, _ other: UInt8) -> ColorImage {
            var image = Image<UInt8>(width: 64, height: 64, repeating: gray)
            for i in 0..<2048 { image.pixels[i] = other }
            return image.color
        }
        let embedder = MeanEmbedder()
        let index = try VisualIndex.open(folder)
        let recognizer = Recognizer(index: index, embedder: embedder)
        try index.add(try recognizer.features(of: plain(10, 240)), photo: "a", item: "light-above")
        try index.add(try recognizer.features(of: plain(240, 10)), photo: "a", item: "light-below")
        #expect(try index.search(recognizer.features(of: plain(20, 230))).map(\.id) == ["light-above"])
        #expect(try VisualIndex.open(folder).search(recognizer.features(of: plain(235, 15))).map(\.id) == ["light-below"])
        // Vectors of other models are never compared.
        let other = try ImageFeatures(plain(20, 230), embedder: MeanEmbedder(identifier: "mean-2"))
        #expect(try index.search(other).isEmpty)
        #expect(throws: RecognitionError.self) { _ = try ImageFeatures(plain(1, 2), embedder: MeanEmbedder(dimension: 7)) }
    }

    @Test(.enabled(if: TestData.has("photos-fox") && TestData.has("rgbd-office-hololens"), "needs ../shared/data"))
    func `photos of the fox identify it, photos of an office don't`() throws {
        let folder = Things.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let index = try VisualIndex.open(folder)
        func features(_ set: String, _ name: String) throws -> ImageFeatures {
            try ImageFeatures(ImageFile.readColor(TestData.shared(set).appendingPathComponent("images/\(name)")))
        }
        let fox = try FileManager.default.contentsOfDirectory(atPath: TestData.shared("photos-fox").path + "/images").sorted()
        for i in [0, 20, 40] { try index.add(features("photos-fox", fox[i]), photo: "p\(i)", item: "fox") }
        for i in [5, 26] { #expect(try index.search(features("photos-fox", fox[i])).map(\.id) == ["fox"], "\(fox[i])") }
        let office = try FileManager.default.contentsOfDirectory(atPath: TestData.shared("rgbd-office-hololens").path + "/images")
            .sorted()
        for i in [60] { #expect(try index.search(features("rgbd-office-hololens", office[i])).isEmpty) }
    }
}
