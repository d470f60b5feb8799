import DioramaLibrary
import DioramaSync
import Foundation
import Geometry
import Measurement
import Spaces

/// What the owner has set, as the API shows it.
struct SettingsPayload: Encodable {
    @EncodesNull var account: AccountSettings?
    let tier: String
    @EncodesNull var units: String?
    @EncodesNull var language: String?
    let notifications: Bool
    let firstSteps: Bool
    let sync: SyncSettings
    let consent: ConsentSettings
    @EncodesNull var demo: DemoSettings?
    let version: String

    struct AccountSettings: Encodable {
        let id: String
        let name: String
        @EncodesNull var picture: String?
    }

    /// What this device synchronizes.
    struct SyncSettings: Encodable {
        @EncodesNull var bucket: String?
        @EncodesNull var files: String?
    }

    struct ConsentSettings: Encodable {
        let isGiven: Bool
        @EncodesNull var given: String?
        /// The words to agree to, by language.
        let words: [String: String]
    }

    struct DemoSettings: Encodable {
        let isShown: Bool
        let isMade: Bool
        let changes: Int
        let maxChanges: Int
        @EncodesNull var run: Run?
        @EncodesNull var problem: String?

        struct Run: Encodable {
            let fraction: Double
            let what: String
        }

        init(_ status: DemoRuns.Status) {
            isShown = status.isShown
            isMade = status.isMade
            changes = status.changes
            maxChanges = DemoMode.maxChanges
            run = status.running.map { Run(fraction: $0.fraction, what: $0.what) }
            problem = status.problem
        }
    }

    init(_ settings: UserSettings, bucket: String?, files: FilePolicy?, demo: DemoRuns.Status?) {
        account = settings.account.map {
            AccountSettings(
                id: $0.id.description, name: $0.name, picture: AccountPicturePayload.address($0.id, settings.pictureTime))
        }
        tier = settings.tier.rawValue
        units = settings.units?.name
        language = settings.language?.rawValue
        notifications = settings.showsNotifications
        firstSteps = settings.showsFirstSteps
        sync = SyncSettings(bucket: bucket, files: files?.rawValue)
        consent = ConsentSettings(
            isGiven: settings.consent != nil, given: settings.consent?.given.payload,
            words: Dictionary(
                uniqueKeysWithValues: InterfaceLanguage.allCases.map { ($0.rawValue, ConsentText.words(in: $0)) }))
        self.demo = demo.map(DemoSettings.init)
        version = DioramaVersion.current
    }
}

/// Addresses of pictures: the time in them lets browsers keep each picture.
enum AccountPicturePayload {
    /// - Parameter time: when the picture was set; nil where there is none.
    static func address(_ account: AccountID, _ time: Date?) -> String? {
        time.map { "/api/v1/accounts/\(account)/picture?v=\(Int64($0.timeIntervalSince1970 * 1000))" }
    }
}

/// A change of settings: what is left out stays as it is; null of units and language leaves them to each browser.
struct SettingsBody: Decodable, Sendable {
    private let name: String?
    private let units: String??
    private let language: String??
    private let notifications: Bool?
    private let firstSteps: Bool?
    private let files: String?
    private let consent: ConsentBody?
    private let demo: Bool?

    private struct ConsentBody: Decodable, Sendable {
        let isGiven: Bool
        let language: String
    }

    private enum Key: String, CodingKey {
        case name, units, language, notifications, firstSteps, files, consent, demo
    }

    init(from decoder: any Decoder) throws {
        let fields = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        name = try fields.value(String.self, .name)
        units = try fields.emptiable(String.self, .units)
        language = try fields.emptiable(String.self, .language)
        notifications = try fields.value(Bool.self, .notifications)
        firstSteps = try fields.value(Bool.self, .firstSteps)
        files = try fields.value(String.self, .files)
        consent = try fields.value(ConsentBody.self, .consent)
        demo = try fields.value(Bool.self, .demo)
    }

    /// The change.
    /// - Throws: `Problem` 400 for another word than those that a field takes, and where nothing is to be changed.
    func change() throws -> SettingsChange {
        var change = SettingsChange(name: name, notifications: notifications, firstSteps: firstSteps, demo: demo)
        change.units = try units.map {
            try $0.map { LengthUnits.allCases[try Self.index($0, of: LengthUnits.names, field: "units")] }
        }
        change.language = try language.map { try $0.map { try Self.language($0, "language") } }
        change.files = try files.map {
            FilePolicy.allCases[try Self.index($0, of: FilePolicy.allCases.map(\.rawValue), field: "files")]
        }
        change.consent = try consent.map { ($0.isGiven, try Self.language($0.language, "consent.language")) }
        let isEmpty =
            name == nil && units == nil && language == nil && notifications == nil && firstSteps == nil && files == nil
            && consent == nil && demo == nil
        if isEmpty {
            throw Problem(
                .badRequest,
                "Send at least one of name, units, language, notifications, firstSteps, files, consent and demo.")
        }
        return change
    }

    private static func language(_ text: String, _ field: String) throws -> InterfaceLanguage {
        InterfaceLanguage.allCases[try index(text, of: InterfaceLanguage.tags, field: field)]
    }

    private static func index(_ text: String, of words: [String], field: String) throws -> Int {
        if let index = words.firstIndex(of: text) { return index }
        throw Problem(.badRequest, "\(field) must be one of \(words.joined(separator: ", ")).")
    }
}

/// A checked change of settings; nil leaves a setting as it is.
struct SettingsChange: Sendable {
    var name: String?
    var units: LengthUnits??
    var language: InterfaceLanguage??
    var notifications: Bool?
    var firstSteps: Bool?
    var files: FilePolicy?
    var consent: (isGiven: Bool, language: InterfaceLanguage)?
    var demo: Bool?
}
