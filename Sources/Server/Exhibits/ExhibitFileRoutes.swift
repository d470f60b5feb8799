import DioramaLibrary
import Exhibits
import Foundation
import HTTPTypes
import Hummingbird
import Spaces
import Support

/// The files of exhibits: models, images, packages and websites.
struct ExhibitFileRoutes: Sendable {
    let routes: ExhibitRoutes
    let site: ExportedExhibit
    let store: UploadStore
    let uploads: UploadLimiter
    let additions = ExhibitAdditions()

    private var catalogue: ExhibitCatalogue { routes.catalogue }
    /// Most bytes of an image.
    private static let maxImageBytes: Int64 = 50 << 20

    // MARK: Reading

    func file(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        let path = "\(context.parameters.get("folder") ?? "")/\(context.parameters.get("name") ?? "")"
        guard let file = exhibit.file(path) else { throw Problem.notFound("file") }
        // With its version an address names one content only.
        let query = try Query(request)
        let isDraft = try query.flag("draft")
        let isVersioned = query["v"] != nil && !isDraft
        let headers: HTTPFields = [
            .cacheControl: isVersioned ? "private, max-age=31536000, immutable" : isDraft ? "no-store" : "private, no-cache",
            .contentSecurityPolicy: ContentSecurity.assetPolicy,
        ]
        guard let hash = file.hash else {
            let url = try await catalogue.file(path, of: exhibit, allowsDraft: isDraft)
            return try FileResponse(
                file: try await Blocking.run { try OpenFile(url) },
                tag: EntityTag("\(BuiltInExhibit.revision)-\(path)\(isDraft ? "-draft" : "")"),
                contentType: file.contentType, headers: headers
            ).response(to: request)
        }
        let original = try await ServedOriginal(
            hash, contentType: file.contentType, in: catalogue.media, for: context.visitor)
        return try FileResponse(
            file: original.bytes, tag: EntityTag(hash.description), contentType: file.contentType, headers: headers,
            hasUnverifiedParts: !original.isVerified
        ).response(to: request)
    }

    func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        let format = try Query(request)["format"] ?? "zip"
        guard ["zip", "web"].contains(format) else { throw Problem(.badRequest, "format must be zip or web.") }
        let name = SpaceFiles.plainName(for: exhibit.exhibit.title) + (format == "web" ? "-website" : "") + ".zip"
        var headers: HTTPFields = [.cacheControl: "no-store", .contentSecurityPolicy: ContentSecurity.assetPolicy]
        headers[.contentDisposition] = ContentDisposition.attachment(name)
        // Pages ask by HEAD whether there is something; it is not made for that.
        if request.method == .head {
            headers[.contentType] = "application/zip"
            return Response(status: .ok, headers: headers)
        }
        let export = ExhibitExport(catalogue: catalogue)
        let site = site
        let file = try await ExhibitRoutes.run {
            try await TemporaryFile.open("export.zip") { file in
                if format == "web" {
                    _ = try await export.publish(exhibit, by: site, to: file)
                } else {
                    _ = try await export.writePackage(exhibit, to: file)
                }
            }
        }
        return try FileResponse(file: file, tag: EntityTag(UUID().uuidString), contentType: "application/zip", headers: headers)
            .response(to: request)
    }

    // MARK: Adding

    func importPackage(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard MediaTypeName(request.headers[.contentType])?.name == "application/zip" else {
            throw Problem(.unsupportedMediaType, "Send the package as a zip archive with Content-Type: application/zip.")
        }
        let folder = try store.makeFolder()
        let archive = folder.url.appendingPathComponent("exhibit.zip")
        try await receive(request, context, maximum: 4 << 30, at: archive)
        let unpacked = folder.url.appendingPathComponent("unpacked", isDirectory: true)
        try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: true)
        let imported = try await ExhibitRoutes.run { try await catalogue.add(archive: archive, unpackedTo: unpacked) }
        return ExhibitRoutes.answer(created: imported, context)
    }

    func addModel(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        try ExhibitRoutes.checkEditable(exhibit)
        let query = try Query(request)
        let size = try Self.size(query)
        let operation = try Self.operation(query["operation"])
        let added: StoredExhibit
        if MediaTypeName(request.headers[.contentType])?.name == "application/json" {
            added = try await addLibraryModel(request, to: exhibit, size: size, operation: operation)
        } else {
            guard let name = query["name"].flatMap(FileName.valid), !name.isEmpty else {
                throw Problem(.badRequest, "name must be the file's name with its extension.")
            }
            let folder = try store.makeFolder()
            let file = folder.url.appendingPathComponent(name)
            try await receive(request, context, maximum: ExhibitFile.maxByteCount, at: file)
            let title = String(file.deletingPathExtension().lastPathComponent.prefix(100))
            let draft = ExhibitModelDraft(source: file, name: title, size: size)
            added = try await ExhibitRoutes.run {
                try await additions.run(operation) { [catalogue] progress in
                    try await catalogue.add(draft, to: exhibit, progress: progress)
                }
            }
        }
        return JSONBody.response(ExhibitPayload(added, visitor: context.visitor))
    }

    private func addLibraryModel(
        _ request: Request, to exhibit: StoredExhibit, size: ExhibitModelDraft.Size?, operation: String?
    ) async throws -> StoredExhibit {
        let body = try await JSONBody.decode(LibraryModelBody.self, from: request, expecting: #"{"space":"ID"}"#)
        switch (body.space, body.thing) {
        case (let id?, nil):
            guard let id = SpaceID(id), let space = try await catalogue.library.space(id), space.trashed == nil else {
                throw Problem.notFound("space")
            }
            return try await ExhibitRoutes.run {
                try await additions.run(operation) { [catalogue] progress in
                    try await catalogue.add(space, size: size, to: exhibit, progress: progress)
                }
            }
        case (nil, let id?):
            guard let id = ThingID(id), let thing = try await catalogue.library.things.get(id) else {
                throw Problem.notFound("thing")
            }
            return try await ExhibitRoutes.run {
                try await additions.run(operation) { [catalogue] progress in
                    try await catalogue.add(thing, size: size, to: exhibit, progress: progress)
                }
            }
        default: throw Problem(.badRequest, "Send either space or thing.")
        }
    }

    /// How far an addition is.
    func addition(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let progress = additions.progress(context.parameters.get("operation") ?? "") else {
            throw Problem.notFound("addition")
        }
        return JSONBody.response(
            AdditionPayload(fraction: progress.fraction, what: progress.what, remaining: progress.remaining))
    }

    func cancelAddition(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard additions.cancel(context.parameters.get("operation") ?? "") else { throw Problem.notFound("addition") }
        return Response(status: .noContent)
    }

    private static func operation(_ name: String?) throws -> String? {
        guard let name else { return nil }
        let isWord = name.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber || character == "-")
        }
        guard isWord, ExhibitAdditions.nameLength.contains(name.utf8.count) else {
            throw Problem(.badRequest, "operation must be 1 to 64 letters, digits and hyphens.")
        }
        return name
    }

    func putImage(_ request: Request, _ context: ServerContext) async throws -> Response {
        let exhibit = try await routes.exhibit(context)
        try ExhibitRoutes.checkEditable(exhibit)
        let name = context.parameters.get("name") ?? ""
        let path = "images/\(name)"
        guard ExhibitFile.split(path) != nil, let type = ExhibitFile.contentType(path), type.hasPrefix("image/") else {
            throw Problem(.badRequest, "The name must have letters, digits, -, _ and the extension jpg, png or webp.")
        }
        guard MediaTypeName(request.headers[.contentType])?.name == type else {
            throw Problem(.unsupportedMediaType, "Send \(name) with Content-Type: \(type).")
        }
        let folder = try store.makeFolder()
        let file = folder.url.appendingPathComponent("image")
        try await receive(request, context, maximum: Self.maxImageBytes, at: file)
        let changed = try await ExhibitRoutes.run { try await catalogue.add(image: file, named: name, to: exhibit) }
        guard let added = changed.file(path) else { throw Problem.notFound("file") }
        return JSONBody.response(ExhibitFilePayload(added, url: ExhibitFilePayload.address(of: path, in: changed)))
    }

    private static func size(_ query: Query) throws -> ExhibitModelDraft.Size? {
        let axis = query["axis"]
        if let axis, axis != "longest", ExhibitModelDraft.Axis(rawValue: axis) == nil {
            throw Problem(.badRequest, "axis must be x, y, z or longest.")
        }
        guard let text = query["size"] else {
            if axis != nil { throw Problem(.badRequest, "axis needs size as well.") }
            return nil
        }
        guard let metres = Double(text), metres > 0, metres <= 100_000 else {
            throw Problem(.badRequest, "size must be a number of metres above 0, at most 100000.")
        }
        return .init(metres: metres, axis: axis.flatMap { ExhibitModelDraft.Axis(rawValue: $0) })
    }

    private func receive(_ request: Request, _ context: ServerContext, maximum: Int64, at file: URL) async throws {
        let promised = request.headers[.contentLength].flatMap { Int64($0) }
        if let promised, promised > maximum {
            throw Problem(.contentTooLarge, "The file has \(promised) bytes; at most \(maximum) are possible.")
        }
        _ = try await uploads.run(for: context.client) { progress in
            try await UploadRoute.invite(request, context)
            return try await UploadFile.receive(request.body, promised: promised, maximum: maximum, at: file, progress: progress)
        }
    }
}
