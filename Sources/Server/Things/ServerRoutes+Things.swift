import DioramaLibrary
import Hummingbird
import Spaces

extension ServerRoutes {
    /// The catalogue of things and places. It is the owner's alone.
    func addThings(to router: Router<ServerContext>) {
        let catalogue = ThingCatalogue(library: library, media: media)
        let things = ThingRoutes(catalogue: catalogue, library: library)
        router.resource(
            "/api/v1/things",
            [
                .get: .owner(things.list).taking(ThingRoutes.filterParameters + ["order", "after", "limit"]),
                .post: .owner(things.create),
            ])
        router.resource("/api/v1/things/bulk", [.post: .owner(things.bulk)])
        router.resource(
            "/api/v1/things/{id}",
            [.get: .owner(things.show), .patch: .owner(things.edit), .delete: .owner(things.trash)])
        router.resource("/api/v1/things/{id}/restore", [.post: .owner(things.restore)])
        router.resource("/api/v1/things/{id}/duplicate", [.post: .owner(things.duplicate)])
        router.resource("/api/v1/things/{id}/merge", [.post: .owner(things.merge)])
        router.resource("/api/v1/things/{id}/loans", [.post: .owner(things.lend)])
        router.resource("/api/v1/loans/{id}", [.patch: .owner(things.editLoan), .delete: .owner(things.trashLoan)])
        router.resource("/api/v1/things/{id}/maintenance", [.post: .owner(things.maintain)])
        router.resource(
            "/api/v1/maintenance/{id}", [.patch: .owner(things.editMaintenance), .delete: .owner(things.trashMaintenance)])
        router.resource("/api/v1/undo/{id}", [.post: .owner(things.undo)])

        let summaries = ThingSummaryRoutes(library: library, catalogue: catalogue)
        router.resource("/api/v1/things/words", [.get: .owner(summaries.words)])
        router.resource("/api/v1/things/totals", [.get: .owner(summaries.totals).taking("by")])
        router.resource("/api/v1/things/reminders", [.get: .owner(summaries.reminders).taking("days")])
        addThingFiles(to: router, catalogue)

        let spaceThings = SpaceThingRoutes(
            library: library, gate: gate, catalogue: catalogue, things: SpaceThings(library: library))
        router.resource(
            "/api/v1/spaces/{id}/things", [.get: .owner(spaceThings.list), .post: .owner(spaceThings.addObjects)])
        router.resource("/api/v1/things/{id}/location", [.put: .owner(spaceThings.locate)])

        let places = PlaceRoutes(library: library)
        router.resource("/api/v1/places", [.get: .owner(places.list), .post: .owner(places.create)])
        router.resource("/api/v1/places/{id}", [.patch: .owner(places.edit), .delete: .owner(places.trash)])
        router.resource("/api/v1/search", [.get: .owner(places.search).taking("text", "kinds", "limit")])
    }

    private func addThingFiles(to router: Router<ServerContext>, _ catalogue: ThingCatalogue) {
        let files = ThingMediaRoutes(
            catalogue: catalogue, store: components.store, media: media, uploads: components.uploads)
        router.resource("/api/v1/things/{id}/media", [.post: .owner(files.add).taking("kind", "role", "name")])
        router.resource(
            "/api/v1/things/{id}/media/{media}",
            [.get: .owner(files.file).taking("size"), .patch: .owner(files.edit), .delete: .owner(files.remove)])

        let recognition = ThingRecognitionRoutes(
            catalogue: catalogue,
            identifier: ThingIdentifier(library: library, media: media, program: configuration.codeReader),
            store: components.store, uploads: components.uploads)
        router.resource("/api/v1/things/identify", [.post: .owner(recognition.identify)])
        router.resource("/api/v1/things/{id}/feedback", [.post: .owner(recognition.note).taking("match")])
        router.resource("/api/v1/things/duplicates", [.get: .owner(recognition.duplicates).taking("after")])

        let exchange = ThingExchangeRoutes(
            library: library, catalogue: catalogue, exporter: ThingExport(library: library, media: media),
            importer: ThingImport(library: library), store: components.store, uploads: components.uploads)
        router.resource(
            "/api/v1/things/import",
            [.post: .owner(exchange.importThings).taking("preview", "mapping", "currency", "dates")])
        router.resource("/api/v1/things/export", [.get: .owner(exchange.export).taking("format", "place", "paper", "language")])
        router.resource(
            "/api/v1/things/labels.pdf", [.get: .owner(exchange.labels).taking("ids", "place", "sheet", "start", "code")])
        router.resource("/api/v1/things/calendar.ics", [.get: .owner(exchange.calendar)])
    }
}
