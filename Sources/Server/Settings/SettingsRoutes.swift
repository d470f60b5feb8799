import DioramaLibrary
import DioramaSync
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/settings` and `/api/v1/demo`: what the owner has set, and the demo library.
struct SettingsRoutes: Sendable {
    let catalogue: SettingsCatalogue
    let library: Library
    let sync: SyncClient
    /// Nil where there can be none: in a library that is open read-only, and in one that is a demo by itself.
    let demo: DemoRuns?

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await payload())
    }

    func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(SettingsBody.self, from: request, expecting: #"{"units":"metric","language":"en"}"#)
        let change = try body.change()
        if change.demo != nil, demo == nil { throw Self.noDemo }
        if let name = change.name { try await catalogue.rename(name) }
        if let units = change.units { try await catalogue.setUnits(units) }
        if let language = change.language { try await catalogue.setLanguage(language) }
        if let areShown = change.notifications { try await catalogue.setNotifications(areShown) }
        if let areShown = change.firstSteps { try await catalogue.setFirstSteps(areShown) }
        if let consent = change.consent { try await catalogue.setConsent(consent.isGiven, language: consent.language) }
        if let files = change.files { try await use(files) }
        if let isShown = change.demo { try await demo?.show(isShown) }
        return JSONBody.response(try await payload())
    }

    func resetDemo(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let demo else { throw Self.noDemo }
        // The demo library, from which these come where it is shown, is closed by what follows.
        let before = try await values()
        try await demo.reset()
        return JSONBody.response(before.payload(demo: try await demo.status()), status: .accepted)
    }

    private static let noDemo = Problem(.conflict, "This library has no demo library beside it.")

    private func use(_ files: FilePolicy) async throws {
        do throws(SyncError) { try await sync.use(files) } catch { throw SyncRoutes.problem(error) }
    }

    private func payload() async throws -> SettingsPayload { try await values().payload(demo: try await demo?.status()) }

    /// What the library itself knows of them.
    private struct Values {
        let settings: UserSettings
        let bucket: String?
        let files: FilePolicy?

        func payload(demo: DemoRuns.Status?) -> SettingsPayload {
            SettingsPayload(settings, bucket: bucket, files: files, demo: demo)
        }
    }

    private func values() async throws -> Values {
        let settings = try await catalogue.settings()
        do throws(SyncError) {
            return Values(settings: settings, bucket: try await sync.bucket(), files: try await sync.fileSettings().policy)
        } catch {
            throw SyncRoutes.problem(error)
        }
    }
}
