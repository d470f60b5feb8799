import Exhibits
import Foundation
import Images
import ModelFormats
import Testing

@Suite struct ArtemisContentTests {
    @Test func `there are twenty cards over all categories, with images, sources and targets that exist`() throws {
        let exhibit = Artemis.exhibit()
        #expect(exhibit.cards.count == 20)
        #expect(Set(exhibit.cards.map(\.category)) == Set(LearnCard.Category.allCases))
        #expect(Set(exhibit.cards.map(\.id)).count == 20)
        for card in exhibit.cards {
            #expect(card.image != nil && card.imageDescription?.isEmpty == false)
            #expect(card.sources.contains { $0.url?.contains("nasa.gov") == true || $0.url?.contains("esa.int") == true })
        }
        let events = exhibit.timelines.flatMap(\.events)
        for id in events.compactMap(\.card) { #expect(exhibit.cards.contains { $0.id == id }) }
        let steps = exhibit.scenarios.flatMap(\.steps)
        for target in exhibit.cards.compactMap(\.target) + events.compactMap(\.target) + steps.compactMap(\.target) {
            let model = try #require(exhibit.models.first { $0.id == target.model })
            if let part = target.part { #expect(model.allParts.contains { $0.id == part }, "\(part)") }
        }
    }

    @Test func `all texts of the cards keep their limits`() {
        for card in Artemis.exhibit().cards {
            #expect((1...60).contains(card.title.count), "\(card.id)")
            #expect((1...160).contains(card.short.count), "\(card.id)")
            #expect(
                (1...4).contains(card.detailed.count) && card.detailed.allSatisfy { (1...140).contains($0.count) }, "\(card.id)")
            #expect((1...140).contains(card.simplified.short.count), "\(card.id)")
            let plain = card.simplified.detailed
            #expect((1...4).contains(plain.count) && plain.allSatisfy { (1...110).contains($0.count) }, "\(card.id)")
        }
    }

    @Test func `parts have unique ids, which are slugs`() {
        for model in Artemis.exhibit().models {
            let ids = model.allParts.map(\.id)
            #expect(Set(ids).count == ids.count)
            #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil })
            #expect(model.allParts.allSatisfy { $0.position.count == 3 && ($0.offset.map { $0.count == 3 } ?? true) })
        }
    }

    @Test func `every file of the document is written, no other, and can be read`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("artemis-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Artemis.writeFiles(to: folder, isDraft: true)
        let exhibit = Artemis.exhibit()
        for path in exhibit.files {
            let url = folder.appendingPathComponent(path)
            if path.hasSuffix(".jpg") {
                #expect(try ImageFile.readColor(url).width >= 160)
            } else if path.hasSuffix(".webp") {
                #expect(try Data(contentsOf: url) == Data(contentsOf: #require(Artemis.preview(of: path))))
            } else {
                #expect(try Data(contentsOf: url).count > 100_000, "\(path)")
            }
        }
        let written = try ["models", "images"].flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path).map { "\(name)/\($0)" }
        }
        #expect(Set(written) == Set(exhibit.files))
        // The same bytes each time.
        let again = folder.appendingPathComponent("again.glb")
        try GLB.write(try Artemis.scene(.orion, level: 2), to: again)
        #expect(try Data(contentsOf: again) == Data(contentsOf: folder.appendingPathComponent("models/orion-2.glb")))
    }
}
