import Foundation
import TestSupport
import Testing

/// Two real programs, each with a home folder of its own, on this machine's loopback.
@Suite(.enabled(if: Program.isBuilt, "the program is not built")) struct PairCommandTests {
    @Test func `two devices pair by their digits and have the same spaces`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let laptop = try Home("laptop", in: folder)
            let here = try desk.importSheet("Office")
            let there = try laptop.importSheet("Kitchen")
            try desk.pair(laptop)
            #expect(try Set(laptop.spaces().keys) == [here, there])
            #expect(try Set(desk.spaces().keys) == [here, there])
            for (home, other) in [(desk, "laptop"), (laptop, "desk")] {
                let devices = try #require(try home.run("pair list --json").json?["devices"] as? [[String: Any]])
                #expect(devices.count == 1 && devices[0]["synchronized"] is String, "\(home.name) knows not only \(other)")
            }
        }
    }

    @Test func `digits that differ pair nothing, and both programs say so`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let laptop = try Home("laptop", in: folder)
            let (shown, called) = try desk.begin(laptop)
            desk.type("000 000 000")
            laptop.type(try #require(shown.digits))
            for program in [shown.program, called.program] {
                let outcome = program.waitUntilExit()
                #expect(outcome.code == 1 && outcome.errors.count == 1, "\(outcome)")
            }
            #expect(try desk.run("pair list").out.contains("no device is paired"))
            #expect(try desk.run("pair sync").code == 1)
        }
    }

    @Test func `a change on one device reaches the other in both directions while serve and watch run`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let laptop = try Home("laptop", in: folder)
            try desk.pair(laptop)
            let server = try desk.start("serve --port 0")
            #expect(server.waitForOutput("Diorama is at"))
            let watch = try laptop.start("pair sync --watch --host 127.0.0.1 --every 1")
            let office = try desk.importSheet("Office")
            #expect(try laptop.waits(for: office))
            let kitchen = try laptop.importSheet("Kitchen")
            #expect(try desk.waits(for: kitchen), "\(watch.output) \(server.output)")
            // The desk restarts at the same port.
            #expect([0, 130].contains(server.interrupt().code))
            let again = try desk.start("serve --port 0")
            let cellar = try desk.importSheet("Cellar")
            #expect(try laptop.waits(for: cellar), "\(watch.output) \(again.output)")
            #expect([0, 130].contains(watch.interrupt().code))

            let devices = try #require(try desk.run("pair list --json").json?["devices"] as? [[String: Any]])
            let id = try #require(devices.first?["id"] as? String)
            #expect(try desk.run("pair remove \(id)").code == 0)
            let refused = try laptop.run("pair sync --json")
            #expect(refused.code == 1 && refused.out.contains("doesn't know this device"), "\(refused)")
            _ = again.interrupt()
        }
    }

    @Test func `a new device joins the account by pairing, and has the library and its keys`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let phone = try Home("phone", in: folder, hasAccount: false)
            let office = try desk.importSheet("Office")
            let joined = try desk.pair(phone, command: "account join --pair")
            let account = try #require(try desk.run("account show --json").json)
            #expect(joined.json?["id"] as? String == account["id"] as? String, "\(joined)")
            #expect(joined.json?["keys"] as? String == "ready")
            #expect(try phone.spaces() == [office: "Office"])
            #expect((account["devices"] as? [[String: Any]])?.count == 2, "\(account)")
            #expect(try phone.run("account join --pair 127.0.0.1:1 --bucket file:///x").code == 2)
        }
    }

    @Test func `a lost device is removed: pairing ends, the keys of the account are new`() throws {
        try TestData.withTemporaryFolder { folder in
            let desk = try Home("desk", in: folder)
            let phone = try Home("phone", in: folder, hasAccount: false)
            try desk.importSheet("Office")
            try desk.pair(phone, command: "account join --pair")
            let devices = try #require(try desk.run("account show --json").json?["devices"] as? [[String: Any]])
            let lost = try #require(devices.first { $0["is_this"] as? Bool == false }?["id"] as? String)
            let own = try #require(devices.first { $0["is_this"] as? Bool == true }?["id"] as? String)
            let removed = try desk.run("account device remove \(lost) --json")
            #expect(removed.code == 0 && removed.json?["has_new_account_keys"] as? Bool == true, "\(removed)")
            let left = try desk.run("account show --json").json
            let remaining = left?["devices"] as? [[String: Any]]
            #expect(remaining?.count == 1)
            #expect(left?["keys"] as? String == "ready")
            #expect(try desk.run("pair list").out.contains("no device is paired"))
            let hall = try desk.importSheet("Hall")
            let server = try desk.start("serve --port 0")
            #expect(server.waitForOutput("Diorama is at"))
            #expect(try phone.run("pair sync").code == 1)
            #expect(try phone.spaces()[hall] == nil)
            _ = server.interrupt()
            for wrong in [own, "2xQ4bG6QhV8mYk3sZpA1cR7tWdE", "x"] {
                let refused = try desk.run("account device remove \(wrong)")
                #expect(refused.code == 1 && refused.errors.count == 1, "\(refused)")
            }
        }
    }
}
