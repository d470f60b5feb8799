import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct ThingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thing",
        abstract: "Keep an inventory: add things with photos, find them, lend them, export reports and labels.",
        discussion: """
            THING is the id of a thing, or its name where only one has it; PLACE the id of a place, its name or its path, as
            Cellar/Shelf.

            EXAMPLES
              diorama thing add --name Drill --photo drill.jpg --place Cellar
              diorama thing list --place Cellar
              diorama thing identify drill.jpg
              diorama thing export --format pdf --output report.pdf
            """,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, Delete.self, Identify.self, Duplicates.self, Merge.self, Undo.self,
            Lend.self, Return.self, Due.self, Locate.self, Objects.self, Export.self, Import.self, Labels.self,
        ])
}

/// The values of a thing, as options.
struct ThingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Name, 1 to 200 characters.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Category, as Tools.", valueName: "text"))
    var category: String?

    @Option(help: ArgumentHelp("Manufacturer.", valueName: "text"))
    var brand: String?

    @Option(help: ArgumentHelp("Model designation.", valueName: "text"))
    var model: String?

    @Option(help: ArgumentHelp("Serial number.", valueName: "text"))
    var serial: String?

    @Option(parsing: .number, help: "How many of it there are; 1 by default.")
    var quantity: Int?

    @Option(help: ArgumentHelp("What one is worth, with its currency, as \"129.00 EUR\".", valueName: "text"))
    var value: String?

    @Option(help: ArgumentHelp("What one cost, with its currency.", valueName: "text"))
    var price: String?

    @Option(help: ArgumentHelp("Day of the purchase, as 2026-01-31.", valueName: "when"))
    var purchased: String?

    @Option(help: ArgumentHelp("Last day of the warranty, as 2028-01-31.", valueName: "when"))
    var warranty: String?

    @Option(help: ArgumentHelp("Seller.", valueName: "text"))
    var seller: String?

    @Option(help: ArgumentHelp("Place by name, path or id; a path that is missing is created.", valueName: "text"))
    var place: String?

    @Option(name: .customLong("tag"), help: ArgumentHelp("A tag to add; can be given several times.", valueName: "text"))
    var tags: [String] = []

    @Option(help: ArgumentHelp("Notes.", valueName: "text"))
    var notes: String?

    @Flag(inversion: .prefixedNo, help: "Whether an insurance covers it.")
    var insured: Bool?

    @Option(name: .customLong("photo"), help: ArgumentHelp("A photo to add; can be given several times.", valueName: "file"))
    var photos: [String] = []

    @Option(name: .customLong("receipt"), help: ArgumentHelp("A receipt to add, PDF or image.", valueName: "file"))
    var receipts: [String] = []

    @Option(name: .customLong("manual"), help: ArgumentHelp("A manual to add, PDF or image.", valueName: "file"))
    var manuals: [String] = []

    /// The files with what they are to the thing.
    var files: [ThingFile] {
        photos.map { ThingFile(url: URL(fileURLWithPath: $0), kind: .photo) }
            + receipts.map { ThingFile(url: URL(fileURLWithPath: $0), kind: .document, role: .receipt) }
            + manuals.map { ThingFile(url: URL(fileURLWithPath: $0), kind: .document, role: .manual) }
    }

    /// Applies what was given.
    /// - Throws: `CommandFailure` that names the option with a wrong value.
    func change(_ thing: inout Thing) throws {
        if let name { thing.name = name }
        if let category { thing.category = category }
        if let brand { thing.brand = brand }
        if let model { thing.model = model }
        if let serial { thing.serial = serial }
        if let quantity { thing.quantity = quantity }
        if let value { thing.value = try MoneyArgument.money(value, of: "--value") }
        if let price { thing.price = try MoneyArgument.money(price, of: "--price") }
        if let purchased { thing.purchased = try DayArgument.date(purchased, of: "--purchased") }
        if let warranty { thing.warrantyUntil = try DayArgument.date(warranty, of: "--warranty") }
        if let seller { thing.seller = seller }
        if let insured { thing.isInsured = insured }
        if let notes { thing.notes = notes }
        for tag in tags where !thing.tags.contains(tag) { thing.tags.append(tag) }
    }

    /// The place of `--place`: one that is there, or the path, created.
    func placeID(in library: Library) async throws -> PlaceID? {
        guard let place else { return nil }
        if place.isEmpty { return nil }
        do { return try await PlaceCatalogue(library: library).place(named: place).id } catch let error as SpacesError
            where error.kind == .notFound && PlaceID(place) == nil
        {
            return try await library.place(at: PlaceCatalogue.names(in: place), account: try await library.activeAccount()?.id).id
        }
    }
}

extension ThingCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a thing with photos and documents.",
            discussion: """
                EXAMPLES
                  diorama thing add --name Drill --photo drill.jpg --place Cellar
                  diorama thing add --name Lamp --value "89.00 EUR" --warranty 2028-01-31 --place Cellar/Shelf
                """)

        @OptionGroup var values: ThingArguments
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws { if values.name == nil { throw ValidationError("Give --name.") } }

        func run() async throws {
            let library = try await library.openOrStart()
            var thing = Thing(name: "", account: try await library.activeAccount()?.id)
            try values.change(&thing)
            thing.place = try await values.placeID(in: library)
            let added = try await ThingCatalogue(library: library, media: library.mediaStore).add(thing, files: values.files)
            let report = ThingReport(added)
            try out.print(report, report.line)
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a thing: only what is given is changed; an empty --place takes it out of its place.",
            discussion: """
                EXAMPLES
                  diorama thing edit Drill --brand Ferrum --tag lend
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @OptionGroup var values: ThingArguments
        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            let entry = try await catalogue.thing(named: thing)
            let place = try await values.placeID(in: library)
            let values = values
            // What can't be changed, or a file that can't be added, changes nothing.
            var trial = entry.content
            try values.change(&trial)
            if !values.files.isEmpty { _ = try await catalogue.add(values.files, to: entry.id) }
            let details = try await catalogue.edit(entry.id) { thing in
                try values.change(&thing)
                if values.place != nil { thing.place = place }
            }
            let report = ThingReport(details)
            try out.print(report, report.line)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List things.",
            discussion: """
                EXAMPLES
                  diorama thing list
                  diorama thing list --place Cellar --category Tools --order value
                """)

        @Option(help: ArgumentHelp("Words that the thing has.", valueName: "text"))
        var search: String?

        @Option(help: ArgumentHelp("The category.", valueName: "text"))
        var category: String?

        @Option(name: .customLong("tag"), help: ArgumentHelp("A tag.", valueName: "text"))
        var tag: String?

        @Option(help: ArgumentHelp("The place; things in places within are listed as well.", valueName: "text"))
        var place: String?

        @Flag(help: "Only things that are lent and not returned.")
        var lent = false

        @Option(
            help: ArgumentHelp(
                "newest, oldest, name, changed, value, purchased or warranty; newest by default.", valueName: "name"))
        var order: String = "newest"

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            guard let order = ThingOrder(rawValue: order) else {
                throw CommandFailure(
                    "--order must be one of \(ThingOrder.allCases.map(\.rawValue).joined(separator: ", ")), not \(order)")
            }
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            var filter = ThingFilter()
            filter.text = search
            filter.category = category
            filter.tag = tag
            filter.isLent = lent
            if let place { filter.place = try await PlaceCatalogue(library: library).place(named: place).id }
            var reports: [ThingReport] = []
            var next: Cursor<Thing>?
            repeat {
                let page = try await catalogue.list(filter, by: order, after: next, limit: 200)
                reports += page.items.map(ThingReport.init)
                next = page.next
            } while next != nil
            try out.print(
                ["things": reports],
                reports.isEmpty
                    ? "no things; add one with: diorama thing add --name NAME" : reports.map(\.line).joined(separator: "\n"))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print everything that is known of a thing.",
            discussion: """
                EXAMPLE
                  diorama thing show Drill
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            let report = ThingReport(try await catalogue.details(try await catalogue.thing(named: thing).id))
            try out.print(report, report.text)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move a thing to the trash; 'library restore-item' brings it back.",
            discussion: """
                EXAMPLE
                  diorama thing delete Lamp
                """)

        @Argument(help: "The thing: its id or name.")
        var thing: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func run() async throws {
            let library = try library.open()
            let catalogue = ThingCatalogue(library: library, media: library.mediaStore)
            let entry = try await catalogue.thing(named: thing)
            _ = try await catalogue.trash([entry.id])
            try out.print(["id": entry.id.description, "state": "trashed"], "\(entry.name) is in the trash")
        }
    }
}
