import ArgumentParser
import CatalogueFormats
import DioramaLibrary
import Foundation
import Recognition
import Spaces
import Support

/// Reads codes in an image from standard input, in a process of its own: the library that does it ends its process on some photos.
struct ReadCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: CodeWorker.argument, abstract: "Read codes in an image; used by the program itself.", shouldDisplay: false)

    func run() throws { try CodeWorker.run() }
}

extension ThingCommand {
    struct Identify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say which of your things a photo shows, and read codes and labels in it. Nothing leaves this machine.",
            discussion: """
                EXAMPLES
                  diorama thing identify drill.jpg
                  diorama thing identify drill.jpg --json
                """)

        @Argument(help: ArgumentHelp("The photo: JPEG, PNG, WebP or HEIC.", valueName: "file"))
        var photo: String

        @Option(
            help: ArgumentHelp(
                "Note that the photo shows this thing: later answers take it into account.", valueName: "text"))
        var right: String?

        @Option(help: ArgumentHelp("Note that the photo does not show this thing.", valueName: "text"))
        var wrong: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            struct Match: Encodable {
                let id: String
                let name: String
                let score: Double
            }

            struct Code: Encodable {
                let format: String
                let text: String
                let thing: String?
            }

            let matches: [Match]
            let barcodes: [Code]
            let text: [String]
            let proposal: LabelProposal
            let notices: [String]
        }

        func run() async throws {
            let library = try library.open()
            let media = library.mediaStore
            let identifier = ThingIdentifier(library: library, media: media, program: Bundle.main.executableURL)
            let file = URL(fileURLWithPath: photo)
            let catalogue = ThingCatalogue(library: library, media: media)
            for (name, feedback) in [(right, MatchFeedback.right), (wrong, .wrong)] {
                guard let name else { continue }
                try await identifier.note(feedback, photo: file, thing: try await catalogue.thing(named: name).id)
            }
            let result = try await cancellable { try await identifier.identify(file, progress: Terminal.progress()) }
            let report = Report(
                matches: result.matches.map { Report.Match(id: $0.thing.id.description, name: $0.thing.name, score: $0.score) },
                barcodes: result.identification.codes.map {
                    Report.Code(
                        format: $0.format.rawValue, text: $0.text, thing: ThingExport.thing(ofLabel: $0.text)?.description)
                }, text: result.identification.text.map(\.text), proposal: result.identification.proposal,
                notices: result.notices)
            try out.print(report, Self.text(report))
        }

        private static func text(_ report: Report) -> String {
            var lines = report.matches.map {
                "\($0.id)  \($0.name)  (score \($0.score.formatted(.number.precision(.fractionLength(2)))))"
            }
            if lines.isEmpty { lines.append("the photo shows none of your things") }
            lines += report.barcodes.map { "\($0.format): \($0.text)" }
            if let brand = report.proposal.brand { lines.append("brand: \(brand)") }
            if let model = report.proposal.model { lines.append("model: \(model)") }
            if let serial = report.proposal.serial { lines.append("serial number: \(serial)") }
            if let expiry = report.proposal.expiry { lines.append("expires: \(expiry)") }
            return (lines + report.notices.map { "note: \($0)" }).joined(separator: "\n")
        }
    }

    struct Duplicates: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List pairs of things whose photos show the same thing.",
            discussion: """
                EXAMPLE
                  diorama thing duplicates
                """)

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Pair: Encodable {
            let first: String
            let second: String
            let names: [String]
            let score: Double
        }

        func run() async throws {
            let library = try library.open()
            let identifier = ThingIdentifier(library: library, media: library.mediaStore, program: nil)
            let found = try await cancellable { try await identifier.duplicates(progress: Terminal.progress()) }
            let pairs = found.map { pair in
                Pair(
                    first: pair.first.id.description, second: pair.second.id.description,
                    names: [pair.first.name, pair.second.name], score: pair.score)
            }
            try out.print(
                ["duplicates": pairs],
                pairs.isEmpty
                    ? "no duplicates found"
                    : pairs.map { "\($0.first)  \($0.second)  \($0.names.joined(separator: " = "))" }.joined(separator: "\n"))
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write things as CSV, Homebox's CSV, JSON, or an insurance report (PDF).",
            discussion: """
                EXAMPLES
                  diorama thing export --format csv --output things.csv
                  diorama thing export --format pdf --place Cellar --output report.pdf
                """)

        @Option(help: ArgumentHelp("csv, homebox, json or pdf; csv by default.", valueName: "format"))
        var format: String = "csv"

        @Option(help: ArgumentHelp("Only things in this place.", valueName: "text"))
        var place: String?

        @Option(help: ArgumentHelp("Paper of the report: a4 or letter; a4 by default.", valueName: "paper"))
        var paper: String = "a4"

        @Option(help: ArgumentHelp("Language of the report: en, de, fr, es or cs; en by default.", valueName: "name"))
        var language: String = "en"

        @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
        var output: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            let file: String
            let format: String
            let bytes: Int
            let notes: [String]
        }

        func run() async throws {
            guard let format = ThingExport.Format(rawValue: format) else {
                throw CommandFailure("--format must be csv, homebox, json or pdf, not \(format)")
            }
            guard let paper = PaperSize(rawValue: paper) else { throw CommandFailure("--paper must be a4 or letter, not \(paper)") }
            guard let language = ReportLanguage(rawValue: language) else {
                throw CommandFailure("--language must be en, de, fr, es or cs, not \(language)")
            }
            let library = try library.open()
            let exporter = ThingExport(library: library, media: library.mediaStore)
            var filter = ThingFilter()
            if let place { filter.place = try await PlaceCatalogue(library: library).place(named: place).id }
            let file = URL(fileURLWithPath: output)
            var notes: [String] = []
            if format == .pdf {
                let owner = try await library.activeAccount()?.name ?? ""
                let selection = filter
                notes = try await cancellable {
                    try await exporter.report(
                        of: selection, owner: owner, paper: paper, language: language, to: file, progress: Terminal.progress())
                }
            } else {
                try AtomicFile.write(try await exporter.file(format, of: filter), to: file)
            }
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            let report = Report(file: file.path, format: format.rawValue, bytes: size, notes: notes)
            try out.print(
                report,
                (["wrote \(file.path) (\(Terminal.bytes(Int64(size))))"] + notes.map { "note: \($0)" }).joined(separator: "\n"))
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import things from CSV (Diorama, Homebox, InvenTree, Sortly or any columns) or JSON: all rows or none.",
            discussion: """
                EXAMPLES
                  diorama thing import things.csv --preview
                  diorama thing import things.csv
                """)

        @Argument(help: ArgumentHelp("The file: CSV or JSON.", valueName: "file"))
        var file: String

        @Flag(help: "Import nothing; print what each column is and which rows can't be imported.")
        var preview = false

        @Option(
            help: ArgumentHelp(
                "What each column is, in order, separated by commas, as name,brand,ignored; --preview prints it.",
                valueName: "words"))
        var mapping: String?

        @Option(help: ArgumentHelp("The currency of amounts without one; EUR by default.", valueName: "name"))
        var currency: String = "EUR"

        @Option(
            help: ArgumentHelp(
                "The order of day and month: dayMonthYear or monthDayYear; detected by default.", valueName: "name"))
        var dates: String?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            struct Column: Encodable {
                let header: String
                let field: String
            }

            let layout: String
            let rows: Int
            let columns: [Column]
            let errors: [String]
            let notes: [String]
            let imported: Int
            let undo: String?
        }

        func run() async throws {
            let library = try await library.openOrStart()
            let importer = ThingImport(library: library)
            var options = ThingImport.Options()
            options.currency = currency
            options.dateOrder = try dates.map { text in
                guard let order = DateOrder(rawValue: text) else {
                    throw CommandFailure("--dates must be dayMonthYear or monthDayYear, not \(text)")
                }
                return order
            }
            options.mapping = try mapping.map { text in
                try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                    guard let field = ThingField(String(word)) else {
                        throw CommandFailure("--mapping: \"\(word)\" is not a field of things; --preview prints the fields")
                    }
                    return field
                }
            }
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            let found: ThingImport.Preview
            do { found = try await importer.preview(bytes, options) } catch let error as SpacesError {
                throw CommandFailure("\(file): \(error.description)")
            }
            var undo: UndoID?
            var imported = 0
            if !preview {
                if let first = found.errors.first {
                    throw CommandFailure(
                        "\(file): \(found.errors.count) rows can't be imported; the first: \(first); nothing was imported")
                }
                let done = try await importer.run(found, account: try await library.activeAccount()?.id)
                undo = done.undo
                imported = done.things.count
            }
            let report = Report(
                layout: found.layout, rows: found.rows,
                columns: found.columns.map { Report.Column(header: $0.header, field: $0.field.description) },
                errors: found.errors.map(\.description), notes: found.notes, imported: imported, undo: undo?.description)
            try out.print(report, Self.text(report, isPreview: preview))
        }

        private static func text(_ report: Report, isPreview: Bool) -> String {
            var lines = isPreview ? report.columns.map { "\($0.header): \($0.field)" } : []
            lines += report.errors.map { "error: \($0)" } + report.notes.map { "note: \($0)" }
            lines.append(
                isPreview
                    ? "\(report.rows) rows, \(report.errors.count) errors; nothing was imported"
                    : "imported \(report.imported) things; undo with: diorama thing undo \(report.undo ?? "")")
            return lines.joined(separator: "\n")
        }
    }

    struct Labels: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write sheets of labels (PDF) with a code that opens the thing.",
            discussion: """
                EXAMPLES
                  diorama thing labels --place Cellar --output labels.pdf
                  diorama thing labels --sheet 5160 --code datamatrix --output labels.pdf
                """)

        @Option(help: ArgumentHelp("Things in this place; all things by default.", valueName: "text"))
        var place: String?

        @Option(
            help: ArgumentHelp(
                "The sheet: \(LabelSheet.all.map(\.id).joined(separator: ", ")); l7160 by default.", valueName: "name"))
        var sheet: String = "l7160"

        @Option(parsing: .number, help: "The first label of the first sheet to print on, from 1.")
        var start: Int = 1

        @Option(help: ArgumentHelp("qr or datamatrix; qr by default.", valueName: "code"))
        var code: String = "qr"

        @Option(
            help: ArgumentHelp(
                "The address of your server, as http://diorama.local:8080; without one, only Diorama reads the codes.",
                valueName: "address"))
        var address: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("The PDF to write.", valueName: "file"))
        var output: String

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        private struct Report: Encodable {
            let file: String
            let labels: Int
        }

        func run() async throws {
            guard let code = LabelCodeType(rawValue: code) else {
                throw CommandFailure("--code must be qr or datamatrix, not \(code)")
            }
            let library = try library.open()
            var conditions: [Condition<Thing>] = []
            if let place { conditions = [.place(try await PlaceCatalogue(library: library).place(named: place).id)] }
            var things: [Entry<Thing>] = []
            var next: Cursor<Thing>?
            repeat {
                let page = try await library.things.list(conditions, by: .name, after: next, limit: 1000)
                things += page.entries
                next = page.next
            } while next != nil
            let pdf = try await ThingExport(library: library, media: library.mediaStore).labels(
                of: things, on: sheet, start: start, code: code, address: address)
            let file = URL(fileURLWithPath: output)
            try AtomicFile.write(pdf, to: file)
            try out.print(
                Report(file: file.path, labels: things.count), "wrote \(things.count) labels to \(file.path)")
        }
    }
}
