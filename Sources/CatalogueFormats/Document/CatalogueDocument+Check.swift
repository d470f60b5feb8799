import DioramaLibrary
import Foundation

extension CatalogueDocument {
    /// Refuses duplicate ids, references that lead nowhere, circles of places and values beyond the catalogue's limits.
    func check() throws(CatalogueFormatError) {
        var parents: [PlaceID: PlaceID?] = [:]
        for (i, place) in places.enumerated() {
            try Self.line(place.name, 200, "places[\(i)].name")
            try Self.text(place.notes, "places[\(i)].notes")
            if parents.updateValue(place.parent, forKey: place.id) != nil { throw Self.duplicate("places[\(i)].id") }
        }
        try checkParents(parents)
        var known: Set<ThingID> = []
        for (i, record) in things.enumerated() {
            if !known.insert(record.id).inserted { throw Self.duplicate("things[\(i)].id") }
            try Self.check(record.thing, at: "things[\(i)]")
            if let place = record.thing.place, parents[place] == nil { throw Self.missing("place", "things[\(i)].place") }
        }
        var loanIDs: Set<LoanID> = []
        for (i, loan) in loans.enumerated() {
            if !loanIDs.insert(loan.id).inserted { throw Self.duplicate("loans[\(i)].id") }
            if !known.contains(loan.thing) { throw Self.missing("thing", "loans[\(i)].thing") }
            try Self.line(loan.borrower, 200, "loans[\(i)].borrower")
            try Self.text(loan.notes, "loans[\(i)].notes")
        }
        var maintenanceIDs: Set<MaintenanceID> = []
        for (i, entry) in maintenance.enumerated() {
            if !maintenanceIDs.insert(entry.id).inserted { throw Self.duplicate("maintenance[\(i)].id") }
            if !known.contains(entry.thing) { throw Self.missing("thing", "maintenance[\(i)].thing") }
            try Self.line(entry.title, 200, "maintenance[\(i)].title")
            try Self.text(entry.notes, "maintenance[\(i)].notes")
        }
    }

    private func checkParents(_ parents: [PlaceID: PlaceID?]) throws(CatalogueFormatError) {
        for (i, place) in places.enumerated() {
            if let parent = place.parent, parents[parent] == nil { throw Self.missing("place", "places[\(i)].parent") }
        }
        /// Places whose path ends at one without a parent.
        var rooted: Set<PlaceID> = []
        for (i, place) in places.enumerated() {
            var path: [PlaceID] = []
            var onPath: Set<PlaceID> = []
            var next: PlaceID? = place.id
            while let id = next, !rooted.contains(id) {
                if !onPath.insert(id).inserted {
                    throw .unreadable("the place contains itself", at: "places[\(i)].parent", remedy: "correct the parents")
                }
                path.append(id)
                next = parents[id] ?? nil
            }
            rooted.formUnion(path)
        }
    }

    private static func check(_ thing: Thing, at path: String) throws(CatalogueFormatError) {
        try line(thing.name, 200, "\(path).name")
        for (text, limit, name) in [
            (thing.category, 100, "category"), (thing.brand, 100, "brand"), (thing.model, 100, "model"),
            (thing.serial, 100, "serial"),
            (thing.condition, 100, "condition"), (thing.seller, 200, "seller"), (thing.object, 200, "object"),
        ] {
            if let text { try line(text, limit, "\(path).\(name)") }
        }
        try text(thing.notes, "\(path).notes")
        try text(thing.warrantyNotes ?? "", "\(path).warrantyNotes")
        if !(1...1_000_000_000).contains(thing.quantity) {
            throw .unreadable("\(thing.quantity) is not 1 to 1,000,000,000", at: "\(path).quantity", remedy: "correct it")
        }
        if thing.tags.count > 100 { throw .unreadable("more than 100 tags", at: "\(path).tags", remedy: "remove some") }
        for (i, tag) in thing.tags.enumerated() { try line(tag, 100, "\(path).tags[\(i)]") }
        if thing.fields.count > 200 { throw .unreadable("more than 200 fields", at: "\(path).fields", remedy: "remove some") }
        var names: Set<String> = []
        for (i, field) in thing.fields.enumerated() {
            try line(field.name, 100, "\(path).fields[\(i)].name")
            if !names.insert(field.name).inserted {
                throw .unreadable("there are two fields of this name", at: "\(path).fields[\(i)].name", remedy: "rename one")
            }
            if case .text(let text) = field.value, text.count > 10_000 {
                throw .unreadable("more than 10,000 characters", at: "\(path).fields[\(i)].value", remedy: "shorten it")
            }
        }
    }

    private static func line(_ text: String, _ limit: Int, _ path: String) throws(CatalogueFormatError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.isEmpty || trimmed.count > limit || trimmed.utf8.count > 8 * limit {
            throw .unreadable("a text of 1 to \(limit) characters is needed", at: path, remedy: "correct it")
        }
    }

    private static func text(_ text: String, _ path: String) throws(CatalogueFormatError) {
        if text.count > 100_000 { throw .unreadable("more than 100,000 characters", at: path, remedy: "shorten it") }
    }

    private static func duplicate(_ path: String) -> CatalogueFormatError {
        .unreadable("the id is there twice", at: path, remedy: "remove one of the two")
    }

    private static func missing(_ noun: String, _ path: String) -> CatalogueFormatError {
        .unreadable("the \(noun) is not in the file", at: path, remedy: "add it, or remove the reference")
    }
}
