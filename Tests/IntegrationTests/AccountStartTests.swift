import Foundation
import TestSupport
import Testing

/// The first start on the command line: one person on several devices, and no library as a side effect.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct AccountStartTests {
    /// A device with a home folder of its own.
    private struct Device {
        let home: URL

        init(_ name: String, in root: URL) throws {
            home = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        }

        var library: URL { home.appendingPathComponent(".local/share/diorama") }
        var hasLibrary: Bool { FileManager.default.fileExists(atPath: library.path) }

        func run(_ arguments: String, input: String = "") throws -> Program.Outcome {
            try Program.start(line: "diorama \(arguments) --json", in: home, home: home, input: input).waitUntilExit()
        }

        func account() throws -> (id: String, name: String, devices: Int, keys: String) {
            let shown = try run("account show")
            let json = try #require(shown.json, "\(shown.error)")
            return (
                try #require(json["id"] as? String), try #require(json["name"] as? String),
                (json["devices"] as? [[String: Any]])?.count ?? 0, json["keys"] as? String ?? ""
            )
        }
    }

    private func withDevices(_ body: (URL, String) throws -> Void) throws {
        try TestData.withTemporaryFolder { root in
            let bucket = root.appendingPathComponent("bucket")
            try FileManager.default.createDirectory(at: bucket, withIntermediateDirectories: true)
            try body(root, "file://\(bucket.path)")
        }
    }

    @Test func `commands that read create no library and name those that do`() throws {
        try withDevices { root, bucket in
            let device = try Device("desk", in: root)
            try Data(Samples.square.utf8).write(to: device.home.appendingPathComponent("square.ply"))
            let commands = [
                "library list", "library verify", "library backup", "library trash", "library restore", "accounts list",
                "account show",
                "sync", "sync --bucket \(bucket)", "import square.ply",
            ]
            for command in commands {
                let outcome = try device.run(command)
                #expect(outcome.code == 1 && outcome.errors.count == 1, "\(command): \(outcome.error)")
                #expect(outcome.error.contains("diorama account create --name NAME"), "\(command): \(outcome.error)")
                #expect(outcome.error.contains("diorama account join --bucket URL"), "\(command): \(outcome.error)")
                #expect(!device.hasLibrary, "\(command) created a library")
            }
            #expect(try device.run("account create --name ''").code == 1)
            #expect(!device.hasLibrary)
            #expect(try device.run("account create --name Ada").code == 0)
            #expect(try device.account() == (try device.account().id, "Ada", 1, "ready"))
            let again = try device.run("account create --name Eva")
            #expect(again.code == 1 && again.error.contains("\"Ada\""), "\(again.error)")
            #expect(try device.run("import square.ply").code == 0)
        }
    }

    @Test func `a second device joins the account, a wrong bucket leaves nothing`() throws {
        try withDevices { root, bucket in
            let desk = try Device("desk", in: root)
            let phone = try Device("phone", in: root)
            #expect(try desk.run("account create --name Ada").code == 0)
            #expect(try desk.run("library account --tier pro").code == 0)
            let empty = try phone.run("account join --bucket \(bucket)")
            #expect(empty.code == 1 && empty.error.contains("holds no library yet") && !phone.hasLibrary, "\(empty.error)")
            #expect(try desk.run("sync --bucket \(bucket)").code == 0)
            let wrong = try phone.run("account join --bucket \(bucket)-elsewhere")
            #expect(wrong.code == 1 && !phone.hasLibrary, "\(wrong.error)")
            let joined = try phone.run("account join --bucket \(bucket)")
            #expect(joined.code == 0 && joined.json?["tier"] as? String == "pro", "\(joined.error)")
            #expect(try phone.account().id == desk.account().id)
            #expect(try phone.account().name == "Ada")
            // The keys reach the new device once a device that has them has synchronized.
            #expect(try phone.account().keys == "pending")
            #expect(try desk.run("sync").code == 0)
            #expect(try phone.run("sync").code == 0)
            #expect(try phone.account().keys == "ready")
            #expect(try desk.account().devices == 2)
            #expect(try phone.run("account join --bucket \(bucket)").code == 0)
            #expect(try phone.account().devices == 2)
        }
    }

    @Test func `the recovery phrase brings account and keys to a new device at once`() throws {
        try withDevices { root, bucket in
            let desk = try Device("desk", in: root)
            #expect(try desk.run("account create --name Ada").code == 0)
            let encrypted = try desk.run("sync --bucket \(bucket) --encrypt")
            let phrase = try #require(
                encrypted.error.split(separator: "\n").first { $0.split(separator: " ").count == 24 && !$0.contains(".") })
            let person = try desk.account().id
            // The device is lost, with library and identity.
            let other = try Device("new", in: root)
            let locked = try other.run("account join --bucket \(bucket)")
            #expect(locked.code == 1 && locked.error.contains("recovery phrase") && !other.hasLibrary, "\(locked.error)")
            let joined = try other.run("account join --bucket \(bucket) --phrase -", input: phrase + "\n")
            #expect(joined.code == 0, "\(joined.error)")
            #expect(try other.account().id == person)
            #expect(try other.account().keys == "ready")
        }
    }

    @Test func `an account that was created by mistake is merged on both devices`() throws {
        try withDevices { root, bucket in
            let desk = try Device("desk", in: root)
            let phone = try Device("phone", in: root)
            #expect(try desk.run("account create --name Ada").code == 0)
            #expect(try desk.run("sync --bucket \(bucket)").code == 0)
            #expect(try phone.run("account create --name Mistake").code == 0)
            let mistake = try phone.account().id
            let joined = try phone.run("account join --bucket \(bucket)")
            #expect(joined.code == 0 && joined.error.contains("diorama account merge \(mistake)"), "\(joined.error)")
            let person = try desk.account().id
            #expect(try phone.account().id == person)
            #expect(try phone.run("account merge \(mistake) \(person)").code == 0)
            let again = try phone.run("account merge \(mistake) \(person)")
            #expect(again.code == 1 && again.error.contains("one account already"), "\(again.error)")
            #expect(try phone.run("sync").code == 0)
            #expect(try desk.run("sync").code == 0)
            for device in [desk, phone] {
                let accounts = try device.run("accounts list").json?["accounts"] as? [[String: Any]]
                #expect(accounts?.compactMap { $0["id"] as? String } == [person])
                #expect(try device.account().devices == 2)
            }
        }
    }
}
