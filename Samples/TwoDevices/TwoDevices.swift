import DioramaLibrary
import DioramaSync
import Foundation

/// Two devices and a folder that both reach: what one writes is on the other, also what both wrote while they were apart.
///
///     swift run TwoDevices /tmp/two-devices
@main enum TwoDevices {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: TwoDevices FOLDER (a new one, for two libraries and their bucket)")
            exit(2)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
        let desk = try await device("desk", in: folder)
        let phone = try await device("phone", in: folder)

        let drill = try await desk.database.things.add(Thing(name: "Drill", tags: ["lend"]))
        try await desk.sync.run()
        try await phone.sync.run()
        print("on the phone:", try await phone.database.things.get(drill.id)?.name ?? "nothing")

        // Both change it before they meet again: other columns, so both changes hold.
        _ = try await desk.database.things.update(drill.id) { $0.name = "Cordless drill" }
        _ = try await phone.database.things.update(drill.id) { $0.brand = "Ferrum" }
        for client in [desk, phone, desk] { try await client.sync.run() }
        for client in [desk, phone] {
            let entry = try await client.database.things.get(drill.id)
            print(client.database.folder.lastPathComponent, "has:", entry?.name ?? "nothing", "by", entry?.brand ?? "nobody")
        }
    }

    static func device(_ name: String, in folder: URL) async throws -> LibraryClient {
        let identity = FileIdentityStore(folder.appendingPathComponent("\(name).identity"))
        let client = try await LibraryClient(.init(folder: folder.appendingPathComponent(name), identity: identity))
        if try await client.database.activeAccount() == nil {
            let account = try await client.accounts.add(Account(name: name, tier: .premium))
            try await client.database.activate(account.id)
        }
        try await client.sync.use(bucket: folder.appendingPathComponent("bucket").absoluteString)
        return client
    }
}
