import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation
import Geometry
import Measurement
import Spaces
import Synchronization

struct SettingsSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings.",
        discussion: """
            Name, picture, units, language, notifications and consent belong to your account and are synchronized with your other
            devices. The files to download and the demo are settings of this device. 'browser' leaves units or language to each
            browser.

            EXAMPLES
              diorama settings set --units imperial --language de
              diorama settings set --name Ada --picture ada.jpg
              diorama settings set --consent off --files previews
            """)

    /// Units of length, or each browser's own.
    struct UnitsChoice: ExpressibleByArgument {
        let units: LengthUnits?
        static let words = LengthUnits.names + ["browser"]
        static var allValueStrings: [String] { words }

        init?(argument: String) {
            guard Self.words.contains(argument) else { return nil }
            units = LengthUnits(name: argument)
        }
    }

    /// A language, or the browser's.
    struct LanguageChoice: ExpressibleByArgument {
        let language: InterfaceLanguage?
        static let words = InterfaceLanguage.tags + ["browser"]
        static var allValueStrings: [String] { words }

        init?(argument: String) {
            guard Self.words.contains(argument) else { return nil }
            language = InterfaceLanguage(rawValue: argument)
        }
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Option(help: "Your name, as other people see it.")
    var name: String?

    @Option(help: ArgumentHelp("An image file whose middle becomes your picture; none removes it.", valueName: "file"))
    var picture: String?

    @Option(help: ArgumentHelp("Units of length on pages: \(UnitsChoice.words.joined(separator: ", ")).", valueName: "unit"))
    var units: UnitsChoice?

    @Option(help: ArgumentHelp("Language of the pages: \(LanguageChoice.words.joined(separator: ", ")).", valueName: "language"))
    var language: LanguageChoice?

    @Option(help: ArgumentHelp("Whether pages show that something waits in the inbox: on or off.", valueName: "on|off"))
    var notifications: Switch?

    @Option(
        help: ArgumentHelp(
            "Your consent to the use of recordings that you agree to separately: on or off. 'off' withdraws all consents.",
            valueName: "on|off"))
    var consent: Switch?

    @Option(help: ArgumentHelp("Files to download in advance from the bucket: all, previews or none.", valueName: "files"))
    var files: FilePolicy?

    @Option(help: ArgumentHelp("Whether pages show the demo library instead of yours: on or off.", valueName: "on|off"))
    var demo: Switch?

    @Flag(help: "Put the demo library back as it was made.")
    var resetDemo = false

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        let isEmpty =
            name == nil && picture == nil && units == nil && language == nil && notifications == nil && consent == nil
            && files == nil && demo == nil && !resetDemo
        if isEmpty { throw ValidationError("Give at least one setting; 'diorama settings set --help' lists them.") }
    }

    func run() async throws {
        let library = try library.open()
        let settings = SettingsCatalogue(library: library)
        if let name { try await settings.rename(name) }
        if let picture { try await settings.setPicture(picture == "none" ? nil : URL(fileURLWithPath: picture)) }
        if let units { try await settings.setUnits(units.units) }
        if let language { try await settings.setLanguage(language.language) }
        if let notifications { try await settings.setNotifications(notifications == .on) }
        if let consent { try await settings.setConsent(consent == .on, language: .english) }
        if let files { try await SyncClient(library, identity: LayeredIdentityStore.standard()).use(files) }
        if resetDemo || demo != nil { try await changeDemo(of: library) }
        try await SettingsReport(library).print(to: out)
    }

    private func changeDemo(of library: Library) async throws {
        let progress = Terminal.progress()
        let mode = DemoMode(of: library) { try await DemoContents.fill($0, progress: progress) }
        let (resetDemo, demo) = (resetDemo, demo)
        try await cancellable { () async throws -> Void in
            if resetDemo { _ = try await mode.reset() }
            if demo == .on { _ = try await mode.open() }
            if let demo { try await mode.show(demo == .on) }
            try await mode.close()
        }
    }
}

extension FilePolicy: ExpressibleByArgument {}
