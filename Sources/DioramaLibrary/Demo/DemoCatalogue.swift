import Foundation
import Geometry

/// The things, places and recordings of the demo library: the same each time, but for their ids and times.
public enum DemoCatalogue {
    /// Fills an empty library. The space that the things lie in is added by the caller first, where there is one.
    public static func fill(_ library: Library) async throws(LibraryError) {
        let account = try await library.accounts.add(Account(name: "Demo", tier: .premium))
        try await library.activate(account.id)
        let space = try await library.spaces(limit: 1).first?.id
        var places: [String: PlaceID] = [:]
        for (name, parent) in [("Study", nil), ("Desk", "Study"), ("Bookshelf", "Study"), ("Top drawer", "Desk")]
            as [(String, String?)]
        {
            places[name] = try await library.places.add(
                Place(name: name, space: space, parent: parent.flatMap { places[$0] }, account: account.id)
            ).id
        }
        let day = 86_400.0
        let bought = Date(timeIntervalSince1970: 1_735_689_600)
        let things = items.enumerated().map { i, item in
            Thing(
                name: item.name, category: item.category, brand: item.brand,
                serial: item.brand.map { "\($0.prefix(2).uppercased())-\(1000 + 37 * i)" },
                value: Money(minorUnits: item.cents, currency: "EUR"), purchased: bought.addingTimeInterval(Double(11 * i) * day),
                price: Money(minorUnits: item.cents * 5 / 4, currency: "EUR"),
                warrantyUntil: item.brand == nil ? nil : bought.addingTimeInterval(Double(730 + 11 * i) * day), tags: item.tags,
                space: space, place: places[item.place], fields: item.fields, notes: item.notes, account: account.id)
        }
        let entries = try await library.things.add(things)
        guard let chair = entries.first, let workflow = Workflow.predefined.first else { return }
        let recording = try await library.recordings.add(
            Recording(
                title: "The chair from all sides", notes: "Answers the first step of a workflow; the label is still to do.",
                space: space, thing: chair.id, workflow: workflow.id, started: bought, account: account.id))
        _ = try await library.recordings.update(recording.id) { recording in
            recording.answers.steps["whole"] = WorkflowAnswers.StepAnswer(fields: ["name": .text(chair.name)])
        }
        _ = try await library.memories.add(
            Memory(
                title: "Where the chair stood first", text: "It came from the kitchen and never went back.", space: space,
                account: account.id))
    }

    private struct Item {
        let name: String
        let category: String
        var brand: String?
        let cents: Int64
        let place: String
        var tags: [String] = []
        var fields: [CustomField] = []
        var notes = ""
    }

    private static let items = [
        Item(
            name: "Wooden chair", category: "Furniture", cents: 8900, place: "Study", tags: ["oak"],
            notes: "One leg was glued in 2019."),
        Item(name: "Writing desk", category: "Furniture", cents: 42000, place: "Study", tags: ["oak", "heavy"]),
        Item(
            name: "Desk lamp", category: "Electrical", brand: "Lumo", cents: 5990, place: "Desk", tags: ["light"],
            fields: [CustomField("Power in W", .number(9)), CustomField("Dimmable", .flag(true))]),
        Item(
            name: "Cordless drill", category: "Tools", brand: "Ferrum", cents: 12900, place: "Top drawer", tags: ["lend"],
            fields: [CustomField("Voltage", .number(18)), CustomField("Lent to", .text("Nobody"))]),
        Item(name: "Film camera", category: "Photography", brand: "Optika", cents: 25000, place: "Bookshelf", tags: ["fragile"]),
        Item(name: "Atlas of the sky", category: "Books", cents: 3900, place: "Bookshelf", tags: ["paper"]),
        Item(name: "Bird guide", category: "Books", cents: 2400, place: "Bookshelf", tags: ["paper", "lend"]),
        Item(
            name: "Brass compass", category: "Instruments", cents: 6500, place: "Top drawer",
            notes: "Points a little east of north."),
    ]
}
