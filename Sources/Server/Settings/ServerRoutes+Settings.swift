import Hummingbird
import Spaces

extension ServerRoutes {
    /// Settings, the demo library, privacy, and pictures of accounts.
    func addSettings(to router: Router<ServerContext>) {
        let settings = SettingsRoutes(
            catalogue: SettingsCatalogue(library: library), library: library, sync: configuration.sync, demo: components.demo)
        router.resource("/api/v1/settings", [.get: .owner(settings.show), .patch: .owner(settings.change)])
        router.resource("/api/v1/demo/reset", [.post: .owner(settings.resetDemo)])

        let push = PushRoutes(library: library, configuration: configuration.push)
        router.resource("/api/v1/push", [.get: .owner(push.show)])
        router.resource("/api/v1/push/subscriptions", [.post: .owner(push.add)])
        router.resource("/api/v1/push/subscriptions/{id}", [.delete: .owner(push.remove)])
        router.resource("/api/v1/push/test", [.post: .owner(push.test)])

        let privacy = PrivacyRoutes(
            library: library, sync: configuration.sync, archives: components.archives, demo: components.demo)
        router.resource("/api/v1/privacy", [.get: .owner(privacy.show)])
        router.resource(
            "/api/v1/library/export",
            [.get: .owner(privacy.export), .post: .owner(privacy.startExport), .delete: .owner(privacy.removeExport)])
        router.resource("/api/v1/library/export/file", [.get: .owner(privacy.file)])
        router.resource("/api/v1/library/deletion", [.post: .owner(privacy.delete)])

        let pictures = AccountPictureRoutes(library: library, store: components.store, uploads: components.uploads)
        router.resource(
            "/api/v1/accounts/{id}/picture",
            [
                .get: .members(pictures.show).taking("v"), .put: .members(pictures.set), .delete: .members(pictures.remove),
            ])
    }
}
