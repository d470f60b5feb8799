import Exhibits
import Foundation

/// What was read can be checked, and written as it was read where its numbers are finite.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let exhibit = try? Exhibit(json: Data(bytes)) else { return }
    _ = exhibit.problems()
    _ = exhibit.files
    guard let again = try? exhibit.json() else { return }
    precondition((try? Exhibit(json: again)) == exhibit, "what was written is read differently")
}

func seeds() -> [[UInt8]] {
    var exhibit = Exhibit(title: "Shelf", summary: "Chairs", license: "CC-BY-4.0")
    var chair = ExhibitModel(id: "chair", name: "Chair", file: "models/chair.glb")
    chair.parts = [.init(id: "leg", name: "Leg", position: [0, 1, 2], node: "Leg", offset: [0, -1, 0])]
    exhibit.models = [chair]
    var card = LearnCard(
        id: "seat", category: .systems, title: "Seat", short: "A seat.", detailed: ["Soft."],
        simplified: .init(short: "A seat.", detailed: ["Soft."]))
    card.target = ExhibitTarget(model: "chair", part: "leg")
    exhibit.cards = [card]
    return [exhibit, Exhibit(title: "Empty")].compactMap { (try? $0.json()).map { Array($0) } }
}
