import Exhibits
import Testing

@Suite struct DocumentTests {
    @Test func `the files of an exhibit are named once, in the order of the document`() {
        var exhibit = Exhibit(title: "Shelf")
        var chair = ExhibitModel(id: "chair", name: "Chair", file: "models/chair.glb")
        chair.image = "images/chair.jpg"
        chair.levels = [.init(file: "models/chair-1.glb", triangleCount: 10)]
        exhibit.models = [chair]
        var card = LearnCard(
            id: "seat", category: .overview, title: "Seat", short: "A seat.", detailed: ["It is soft."],
            simplified: .init(short: "A seat.", detailed: ["Soft."]))
        card.image = "images/chair.jpg"
        exhibit.cards = [card]
        #expect(exhibit.files == ["models/chair.glb", "models/chair-1.glb", "images/chair.jpg"])
    }
}
