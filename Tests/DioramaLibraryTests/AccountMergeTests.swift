import DioramaLibrary
import Foundation
import Testing

/// An account that was created by mistake becomes another one.
@Suite struct AccountMergeTests {
    @Test func `what belonged to the one belongs to the other, authorship included`() async throws {
        try await withLibrary { library, _ in
            let ada = try await library.accounts.add(Account(name: "Ada", tier: .pro)).id
            let mistake = try await library.accounts.add(Account(name: "Ada's phone")).id
            let ben = try await library.accounts.add(Account(name: "Ben")).id
            let space = try await library.add(SpaceDraft(name: "Kitchen")).id
            try await library.activate(mistake)
            let thing = try await library.things.add(Thing(name: "Drill", account: mistake)).id
            let own = try await library.memories(for: .owner(mistake)).add(Memory(title: "Secret", space: space, privacy: .private))
            var shared = Memory(title: "For the phone", space: space, privacy: .shared)
            shared.audience = [mistake]
            _ = try await library.setGrants([ben: .pin, mistake: .pin, ada: .see], of: space)
            let fromBen = try await library.memories(for: .account(ben)).add(shared)
            #expect(try await library.memories(for: .owner(ada)).get(own.entry.id) == nil)
            #expect(try await library.memories(for: .account(ada)).get(fromBen.entry.id) == nil)

            #expect(try await library.merge(account: mistake, into: ada).id == ada)
            #expect(try await library.activeAccount()?.id == ada)
            #expect(try await library.tier() == .pro)
            let seen = try #require(try await library.memories(for: .owner(ada)).get(own.entry.id))
            #expect(seen.isMine && seen.author?.name == "Ada")
            #expect(try await library.memories(for: .account(ada)).get(fromBen.entry.id)?.isMine == false)
            #expect(try await library.memories(for: .owner(ada)).list(in: space).total == 2)
            #expect(try await library.things.get(thing)?.account == ada)
            #expect(try await library.things.list([.account(ada)]).entries.map(\.id) == [thing])
            #expect(Set(try await library.accounts.list().entries.map(\.id)) == [ada, ben])
            #expect(try await library.permission(of: ada, in: space) == .pin)
            #expect(try await library.mergedAccounts() == [mistake: ada])
            // What somebody who has not heard of the merge still writes is the person's, too.
            let later = try await library.things.add(Thing(name: "Saw", account: ada)).id
            #expect(try await library.things.list([.account(ada)]).entries.map(\.id) == [later, thing])
            await #expect(throws: LibraryError.self) { try await library.merge(account: mistake, into: ada) }
            await #expect(throws: LibraryError.self) { try await library.merge(account: AccountID(), into: ada) }
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `merges are followed, and survive the next opening`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            var accounts: [AccountID] = []
            for name in ["A", "B", "C"] { accounts.append(try await library.accounts.add(Account(name: name)).id) }
            _ = try await library.merge(account: accounts[0], into: accounts[1])
            // A merge into a merged account is one into the account that stands for it.
            _ = try await library.merge(account: accounts[2], into: accounts[0])
            try library.close()
            let again = try Library(existing: folder)
            #expect(try await again.mergedAccounts() == [accounts[0]: accounts[1], accounts[2]: accounts[1]])
            #expect(try await again.people().users.map(\.id) == [accounts[1]])
        }
    }

    @Test func `opening an existing library creates none`() async throws {
        try await withFolders { folder, _ in
            let error = #expect(throws: LibraryError.self) { try Library(existing: folder) }
            #expect(error?.kind == .notFound && error?.message.contains("diorama account create") == true)
            #expect(!FileManager.default.fileExists(atPath: folder.path) && !Library.exists(at: folder))
            try Library(at: folder).close()
            try Library(existing: folder).close()
        }
    }
}
