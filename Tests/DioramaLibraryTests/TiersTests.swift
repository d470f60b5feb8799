import Foundation
import DioramaLibrary
import Testing

@Suite struct TiersTests {
    @Test func `the table says what each tier has, and no dearer tier has less`() {
        #expect(Tier.free.features == [])
        #expect(Tier.premium.features.isSuperset(of: [.sync, .privateRecordings, .customWorkflows, .pairing]))
        for (cheap, dear) in zip(Tier.allCases, Tier.allCases.dropFirst()) {
            #expect(cheap < dear)
            #expect(dear.features.isSuperset(of: cheap.features))
            for limit in Limit.allCases { #expect((dear.limit(limit) ?? .max) >= (cheap.limit(limit) ?? .max)) }
        }
    }

    @Test func `nothing is limited unless the operator says so`() async throws {
        try await withLibrary { library, _ in
            #expect(try await library.tier() == .free)
            #expect(try await library.features() == Set(Feature.allCases))
            for feature in Feature.allCases { try await library.require(feature) }
            for limit in Limit.allCases { try await library.requireRoom(for: limit, beside: 1_000_000) }
            for i in 0..<7 { _ = try await library.accounts.add(Account(name: "person \(i)")) }
            #expect(try await library.limitUses().map(\.maximum) == [nil, nil, nil])
            #expect(try await library.limitUses().map(\.used) == [0, 7, 0])
        }
    }

    @Test func `people beyond the tier or the operator's maximum are refused, and nobody is lost by a lower one`() async throws {
        try await withLibrary { library, _ in
            try await library.enforceTiers()
            try await library.useAccount(.free)
            let second = try #require(await libraryError { _ = try await library.accounts.add(Account(name: "Bea")) })
            #expect(second.kind == .notIncluded)
            #expect(second.message == "the tier free has room for 1 person; premium has room for more")
            let all = await libraryError { _ = try await library.accounts.add([Account(name: "Bea"), Account(name: "Cem")]) }
            #expect(all?.kind == .notIncluded)
            try await library.setLimitPolicy(LimitPolicy(enforcesTiers: true, maximums: [.people: 3]))
            _ = try await library.accounts.add([Account(name: "Bea"), Account(name: "Cem")])
            let fourth = try #require(await libraryError { _ = try await library.accounts.add(Account(name: "Dan")) })
            #expect(fourth.message.contains("allows 3 people") && fourth.message.contains("--max people=4"))
            try await library.setLimitPolicy(LimitPolicy(maximums: [.people: 1]))
            let people = try await library.accounts.list(limit: 10).entries
            #expect(people.count == 3)
            for person in people { #expect(try await library.accounts.update(person.id) { $0.name += "!" } != nil) }
            #expect(try await library.limitUses().first { $0.limit == .people } == LimitUse(limit: .people, maximum: 1, used: 3))
            #expect(await libraryError { _ = try await library.accounts.add(Account(name: "Dan")) }?.kind == .notIncluded)
            try await library.setLimitPolicy(LimitPolicy())
            _ = try await library.accounts.add(Account(name: "Dan"))
            #expect(await libraryError { try await library.setLimitPolicy(.init(maximums: [.people: -1])) }?.kind == .invalidValue)
        }
    }

    @Test func `what a tier lacks is refused with the tier that has it`() async throws {
        try await withLibrary { library, _ in
            try await library.enforceTiers()
            #expect(try await library.tier() == .free)
            let error = try #require(await libraryError { try await library.require(.sync) })
            #expect(error.kind == .notIncluded)
            #expect(error.message == "sync is not part of the tier free; premium has it")
            let room = try #require(await libraryError { try await library.requireRoom(for: .devices, beside: 1) })
            #expect(room.message == "the tier free has room for 1 device; premium has room for more")
            try await library.useAccount(.premium)
            try await library.require(.sync)
            try await library.requireRoom(for: .devices, beside: 4)
            #expect(await libraryError { try await library.requireRoom(for: .devices, beside: 5) }?.kind == .notIncluded)
            try await library.useAccount(.enterprise)
            try await library.requireRoom(for: .devices, beside: 1_000_000)
            #expect(await libraryError { try await library.activate(AccountID()) }?.kind == .notFound)
        }
    }

    @Test func `private recordings and own workflows are premium, and nothing of them is lost after a downgrade`() async throws {
        try await withLibrary { library, files in
            try await library.enforceTiers()
            let steps = [WorkflowStep(key: "one", title: "One")]
            let refused = [
                await libraryError { _ = try await library.recordings.add(Recording(title: "r", isPrivate: true)) },
                await libraryError { _ = try await library.workflows.add(Workflow(name: "w", steps: steps)) },
            ]
            #expect(refused.map { $0?.kind } == [.notIncluded, .notIncluded])
            let account = try await library.useAccount(.premium)
            let recording = try await library.recordings.add(Recording(title: "r", isPrivate: true))
            let workflows = try await library.workflows.add((0..<20).map { Workflow(name: "w\($0)", steps: steps) })
            let full = await libraryError { _ = try await library.workflows.add(Workflow(name: "w20", steps: steps)) }
            #expect(full?.message.contains("pro has room for more") == true)

            _ = try await library.accounts.update(account.id) { $0.tier = .free }
            #expect(try await library.tier() == .free)
            // Everything is there to be read, to be answered, thrown away and taken back; only new ones are not.
            #expect(try await library.recordings.get(recording.id)?.isPrivate == true)
            #expect(try await library.recordings.update(recording.id) { $0.notes = "more" }?.isPrivate == true)
            #expect(try await library.workflows.list(limit: 100).entries.count == 20)
            let answering = try await library.recordings.add(Recording(title: "a", workflow: workflows[0].id))
            #expect(try await library.nextStep(of: answering.id) == nil)
            #expect(try await library.workflows.trash([workflows[0].id]) == [workflows[0].id])
            #expect(try await library.workflows.restore([workflows[0].id]) == [workflows[0].id])
            #expect(
                await libraryError { _ = try await library.workflows.update(workflows[0].id) { $0.name = "x" } }?.kind
                    == .notIncluded)
            let open = try await library.recordings.update(recording.id) { $0.isPrivate = false }
            #expect(open?.isPrivate == false)
            #expect(
                await libraryError { _ = try await library.recordings.update(recording.id) { $0.isPrivate = true } }?.kind
                    == .notIncluded)

            let file = files.appendingPathComponent("workflows.jsonl")
            #expect(try await library.workflows.export(to: file) == 20)
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 20 && lines.allSatisfy { $0.contains(#""name":"w"#) })

            _ = try await library.accounts.update(account.id) { $0.tier = .pro }
            #expect(try await library.workflows.add(Workflow(name: "w20", steps: steps)).name == "w20")
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a tier that a later version brings counts as free`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let account = try await library.useAccount(.pro)
            try edit(folder, "UPDATE accounts SET tier = 'galactic'")
            #expect(try await library.tier() == .free)
            // Other changes leave the unknown tier as it is.
            _ = try await library.accounts.update(account.id) { $0.name = "Bea" }
            try edit(folder, "UPDATE accounts SET tier = 'pro' WHERE tier = 'galactic'")
            #expect(try await library.tier() == .pro)
        }
    }

    @Test func `an account can be added under a known id, once`() async throws {
        try await withLibrary { library, _ in
            let id = AccountID()
            let account = try await library.addAccount(Account(name: "Ada", email: " a@example.org "), id: id)
            #expect(account.id == id && account.email == "a@example.org")
            #expect(try await library.addAccount(Account(name: "Bea"), id: id) == account)
            try await library.activate(id)
            #expect(try await library.activeAccount() == account)
            let space = try await library.add(SpaceDraft(name: "x"))
            #expect(space.account == id)
        }
    }
}
