import CatalogueFormats
import DioramaLibrary
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Recognition
import Spaces
import Support

/// Things as files: import, export, labels, calendar.
struct ThingExchangeRoutes: Sendable {
    let library: Library
    let catalogue: ThingCatalogue
    let exporter: ThingExport
    let importer: ThingImport
    let store: UploadStore
    let uploads: UploadLimiter

    private static let maximumImportBytes: Int64 = 32 << 20

    // MARK: Import

    private struct Imported: Encodable {
        let layout: String
        let rows: Int
        let columns: [Column]
        let fields: [String]
        let errors: [Message]
        let notes: [String]
        let preview: [Thing]
        let imported: Int
        @EncodesNull var undo: String?

        struct Column: Encodable {
            let header: String
            let field: String
            let samples: [String]
        }

        struct Message: Encodable {
            let row: Int
            @EncodesNull var column: String?
            let problem: String
        }

        struct Thing: Encodable {
            let name: String
            let path: [String]
            let quantity: Int
            @EncodesNull var value: Money?
        }

        init(_ preview: ThingImport.Preview, imported: Int, undo: UndoID?) {
            layout = preview.layout
            rows = preview.rows
            columns = preview.columns.map { Column(header: $0.header, field: $0.field.description, samples: $0.samples) }
            fields = ThingField.standard.map(\.code)
            errors = preview.errors.map { Message(row: $0.line, column: $0.column, problem: $0.problem) }
            notes = preview.notes
            self.preview = preview.things.prefix(20).map {
                Thing(name: $0.thing.name, path: $0.path, quantity: $0.thing.quantity, value: $0.thing.value)
            }
            self.imported = imported
            self.undo = undo?.description
        }
    }

    func importThings(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let isPreview = try query.flag("preview")
        let options = try Self.options(query)
        let bytes = try await ReceivedFile.withBody(
            of: request, context, in: store, maximum: Self.maximumImportBytes, what: "table", uploads: uploads
        ) { file in [UInt8](try Data(contentsOf: file)) }
        let preview = try await Problem.unprocessable { try await importer.preview(bytes, options) }
        if isPreview { return JSONBody.response(Imported(preview, imported: 0, undo: nil)) }
        let done = try await Problem.unprocessable { try await importer.run(preview, account: context.visitor.account) }
        return JSONBody.response(Imported(preview, imported: done.things.count, undo: done.undo))
    }

    private static func options(_ query: Query) throws -> ThingImport.Options {
        var options = ThingImport.Options()
        if let text = query["mapping"] {
            guard let words = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
                throw Problem(.badRequest, "mapping must be a JSON list with a field for each column.")
            }
            options.mapping = try words.map { word in
                guard let field = ThingField(word) else {
                    throw Problem(.badRequest, "“\(word.prefix(80))” is not a field of things.")
                }
                return field
            }
        }
        if let currency = query["currency"] {
            guard Currency.isCode(currency) else { throw Problem(.badRequest, "currency must be three capital letters, as EUR.") }
            options.currency = currency
        }
        if let dates = query["dates"] {
            guard let order = DateOrder(rawValue: dates) else {
                throw Problem(.badRequest, "dates must be \(DateOrder.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            options.dateOrder = order
        }
        return options
    }

    // MARK: Export

    func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let word = try MemoryBody.one(of: ThingExport.Format.allCases.map(\.rawValue), query["format"] ?? "csv", "format")
        let format = ThingExport.Format(rawValue: word) ?? .csv
        let paper = try MemoryBody.one(of: PaperSize.allCases.map(\.rawValue), query["paper"] ?? "a4", "paper")
        let language = try MemoryBody.one(of: ReportLanguage.allCases.map(\.rawValue), query["language"] ?? "en", "language")
        var filter = ThingFilter()
        filter.place = try await place(query)
        let name = "things.\(format.fileExtension)"
        guard format == .pdf else {
            return Self.file(try await exporter.file(format, of: filter), type: format.contentType, name: name)
        }
        let folder = try store.makeFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("report.pdf")
        let account = if let id = context.visitor.account { try await library.accounts.get(id) } else { Entry<Account>?.none }
        let selection = filter
        _ = try await Problem.unprocessable {
            try await exporter.report(
                of: selection, owner: account?.name ?? "", paper: PaperSize(rawValue: paper) ?? .a4,
                language: ReportLanguage(rawValue: language) ?? .english, to: file)
        }
        return Self.file([UInt8](try Data(contentsOf: file)), type: format.contentType, name: "insurance-report.pdf")
    }

    func labels(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try Query(request)
        let code = try MemoryBody.one(of: LabelCodeType.allCases.map(\.rawValue), query["code"] ?? "qr", "code")
        let startText = query["start"] ?? "1"
        guard let start = Int(startText), (1...400).contains(start), !startText.hasPrefix("+") else {
            throw Problem(.badRequest, "start must be a number from 1 to 400.")
        }
        let things: [Entry<Thing>]
        if let text = query["ids"] {
            let ids = try text.split(separator: ",").map { word in
                guard let id = ThingID(String(word)) else {
                    throw Problem(.badRequest, "ids must be ids of things, separated by commas.")
                }
                return id
            }
            if !(1...1000).contains(ids.count) { throw Problem(.badRequest, "ids must be 1 to 1000 ids of things.") }
            things = try await library.things.get(ids)
        } else {
            let place = try await place(query)
            things = try await library.things.list(place.map { [.place($0)] } ?? [], by: .name, limit: 1000).entries
        }
        let sheet = query["sheet"] ?? "l7160"
        if !LabelSheet.all.contains(where: { $0.id == sheet }) {
            throw Problem(.badRequest, "sheet must be one of \(LabelSheet.all.map(\.id).joined(separator: ", ")).")
        }
        let address = Self.address(request)
        let bytes = try await Problem.unprocessable {
            try await exporter.labels(
                of: things, on: sheet, start: start, code: LabelCodeType(rawValue: code) ?? .qr, address: address)
        }
        return Self.file(bytes, type: "application/pdf", name: "labels.pdf")
    }

    func calendar(_ request: Request, _ context: ServerContext) async throws -> Response {
        let address = Self.address(request)
        return Self.file(try await catalogue.calendar(address: address), type: "text/calendar; charset=utf-8", name: "diorama.ics")
    }

    /// The address under which the page was opened; nil where only this machine can open it: a printed code would lead nowhere.
    private static func address(_ request: Request) -> String? {
        guard let authority = request.head.authority else { return nil }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        if host == "localhost" || NetworkAddress(String(host))?.isLoopback == true { return nil }
        return "\(request.head.scheme ?? "http")://\(authority)"
    }

    private func place(_ query: Query) async throws -> PlaceID? {
        guard let id: PlaceID = try ThingRoutes.id(query["place"], "place", "a place") else { return nil }
        if try await library.places.get(id) == nil { throw Problem.notFound("place") }
        return id
    }

    private static func file(_ bytes: [UInt8], type: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "private, no-store", .contentDisposition: ContentDisposition.attachment(name),
                .contentSecurityPolicy: ContentSecurity.assetPolicy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
