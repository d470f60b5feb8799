import DioramaLibrary
import DioramaSync
import Foundation
import Measurement
import Spaces

/// The settings as the command line shows them.
struct SettingsReport: Encodable {
    let account: String?
    let name: String?
    let hasPicture: Bool
    let tier: String
    /// Null: each browser's own.
    let units: String?
    /// Null: the browser's.
    let language: String?
    let notifications: Bool
    /// When the consent was given; null where there is none.
    let consent: Date?
    let bucket: String?
    /// Files that are downloaded in advance; null where nothing was chosen.
    let files: String?
    let isDemoShown: Bool

    init(_ library: Library) async throws {
        let settings = try await SettingsCatalogue(library: library).settings()
        let sync = SyncClient(library, identity: LayeredIdentityStore.standard())
        account = settings.account?.id.description
        name = settings.account?.name
        hasPicture = settings.pictureTime != nil
        tier = settings.tier.rawValue
        units = settings.units?.name
        language = settings.language?.rawValue
        notifications = settings.showsNotifications
        consent = settings.consent?.given
        bucket = try await sync.bucket()
        files = try await sync.fileSettings().policy?.rawValue
        isDemoShown = try await DemoMode(of: library).isShown()
    }

    func print(to out: OutputOptions) throws {
        let lines = [
            "account: \(name ?? "none")\(hasPicture ? ", with a picture" : "")", "tier: \(tier)",
            "units: \(units ?? "each browser's own")", "language: \(language ?? "the browser's")",
            "notifications: \(notifications ? "on" : "off")",
            "consent to the use of recordings: \(consent.map { "given \($0.formatted(.iso8601))" } ?? "none")",
            "bucket: \(bucket ?? "none")", "files to download: \(files ?? "not chosen")", "demo: \(isDemoShown ? "on" : "off")",
        ]
        try out.print(self, lines.joined(separator: "\n"))
    }
}
