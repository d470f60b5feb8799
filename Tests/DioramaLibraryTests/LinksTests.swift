import Crypto
import Foundation
import GRDB
import Geometry
import DioramaLibrary
import Testing

@Suite struct LinksTests {
    private func withSpace(_ body: (Library, SpaceID, URL) async throws -> Void) async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let space = try await library.add(SpaceDraft(name: "Küche"))
            try await body(library, space.id, folder)
        }
    }

    private func ticket(_ opening: VisitOpening) -> String? {
        if case .opened(_, let ticket, _) = opening { ticket } else { nil }
    }

    @Test func `a link opens its space and counts its views`() async throws {
        try await withSpace { library, space, _ in
            let part = Bounds(min: Vector3(0, 0, 0), max: Vector3(1, 2, 3))
            let (link, token) = try await library.addLink(
                ShareLinkDraft(name: " For Oma ", part: part, showsMemories: false), to: space)
            #expect(link.name == "For Oma" && link.part == part && !link.showsMemories && link.views == 0 && !link.hasPassword)
            #expect(token.utf8.count == 43)
            let ticket = try #require(ticket(try await library.openVisit(token: token)))
            #expect(try await library.visit(ticket: ticket)?.id == link.id)
            _ = try await library.openVisit(token: token)
            let seen = try #require(try await library.links(of: space).first)
            #expect(seen.views == 2 && seen.lastViewed != nil)
        }
    }

    @Test func `a library's file has neither tokens nor passwords`() async throws {
        try await withSpace { library, space, folder in
            let (_, token) = try await library.addLink(ShareLinkDraft(name: "a", password: "pencil marks"), to: space)
            try library.close()
            let bytes = try Data(contentsOf: folder.appendingPathComponent("library.sqlite"))
            #expect(bytes.range(of: Data(token.utf8)) == nil && bytes.range(of: Data("pencil marks".utf8)) == nil)
            #expect(bytes.range(of: Data("scrypt$".utf8)) != nil)
        }
    }

    @Test func `a password opens in whatever way its letters are composed, and no other does`() async throws {
        try await withSpace { library, space, _ in
            let (_, token) = try await library.addLink(ShareLinkDraft(name: "a", password: "Mu\u{308}hle"), to: space)
            for wrong in [nil, "", "Muhle", "Mühl", "Mühle ", String(repeating: "x", count: 100_000)] as [String?] {
                guard case .wrongPassword = try await library.openVisit(token: token, password: wrong) else {
                    Issue.record("\(wrong?.prefix(10) ?? "none") opened it")
                    continue
                }
            }
            let right = try await library.openVisit(token: token, password: "M\u{FC}hle")
            #expect(ticket(right) != nil)
            #expect(try await library.links(of: space).first?.views == 1)
        }
    }

    @Test func `tokens that are none lead nowhere`() async throws {
        try await withSpace { library, space, _ in
            let (_, token) = try await library.addLink(ShareLinkDraft(name: "a"), to: space)
            let hostile = [
                "", "a", String(token.dropLast()), token + "A", token + "=",
                token.lowercased() == token ? token.uppercased() : token.lowercased(),
                "' OR 1=1 --", "\0", "../../etc/passwd", String(repeating: "A", count: 43),
                String(repeating: "A", count: 1_000_000),
                String(token.reversed()), "ünïcødé",
            ]
            for text in hostile where text != token {
                #expect(try await library.openVisit(token: text) == .gone, "\(text.prefix(50))")
            }
        }
    }

    @Test func `a ticket ends with its time, its link, its link's password and its space`() async throws {
        try await withSpace { library, space, _ in
            let (link, token) = try await library.addLink(ShareLinkDraft(name: "a"), to: space)
            let first = try #require(ticket(try await library.openVisit(token: token)))
            let later = Date(timeIntervalSinceNow: Library.visitSeconds + 1)
            #expect(try await library.visit(ticket: first, at: later) == nil)

            _ = try await library.changeLink(link.id, ShareLinkChange(isRevoked: true))
            #expect(try await library.visit(ticket: first) == nil)
            #expect(try await library.openVisit(token: token) == .gone)
            _ = try await library.changeLink(link.id, ShareLinkChange(isRevoked: false))
            #expect(try await library.visit(ticket: first) != nil)

            _ = try await library.changeLink(link.id, ShareLinkChange(password: .set("new")))
            #expect(try await library.visit(ticket: first) == nil)
            _ = try await library.changeLink(link.id, ShareLinkChange(password: .remove))
            #expect(try await library.visit(ticket: first) != nil)

            _ = try await library.changeLink(link.id, ShareLinkChange(expires: .set(Date(timeIntervalSinceNow: 60))))
            #expect(try await library.visit(ticket: first) != nil)
            #expect(try await library.visit(ticket: first, at: Date(timeIntervalSinceNow: 61)) == nil)
            guard case .opened(_, _, let end) = try await library.openVisit(token: token) else {
                Issue.record("it is closed")
                return
            }
            #expect(end.timeIntervalSinceNow < 61)

            _ = try await library.trash(space)
            #expect(try await library.visit(ticket: first) == nil)
            #expect(try await library.openVisit(token: token) == .gone)
            _ = try await library.restore(space)
            #expect(try await library.visit(ticket: first) != nil)
            #expect(try await library.deleteLink(link.id))
            #expect(try await library.visit(ticket: first) == nil)
            #expect(try await library.deleteLink(link.id) == false)
        }
    }

    @Test func `a ticket that was changed, cut or made elsewhere is none`() async throws {
        try await withSpace { library, space, _ in
            let (_, token) = try await library.addLink(ShareLinkDraft(name: "a"), to: space)
            let good = try #require(ticket(try await library.openVisit(token: token)))
            let letters = Array(good)
            for i in letters.indices {
                var changed = letters
                changed[i] = changed[i] == "A" ? "B" : "A"
                #expect(try await library.visit(ticket: String(changed)) == nil)
            }
            for length in [0, 1, 27, 89] { #expect(try await library.visit(ticket: String(good.prefix(length))) == nil) }
            for text in [good + "A", good + "=", "a.b.c", String(repeating: "A", count: 100_000)] {
                #expect(try await library.visit(ticket: text) == nil)
            }
            // Another library that has the same link, as a backup put back elsewhere does, signs by another key.
            try await withFolders { folder, _ in
                let other = try Library(at: folder)
                let place = try await other.add(SpaceDraft(name: "x"))
                let (_, token) = try await other.addLink(ShareLinkDraft(name: "x"), to: place.id)
                let foreign = try #require(ticket(try await other.openVisit(token: token)))
                #expect(try await library.visit(ticket: foreign) == nil)
            }
        }
    }

    @Test func `tickets hold beyond the program's end`() async throws {
        try await withSpace { library, space, folder in
            let (_, token) = try await library.addLink(ShareLinkDraft(name: "a"), to: space)
            let good = try #require(ticket(try await library.openVisit(token: token)))
            try library.close()
            #expect(try await Library(at: folder).visit(ticket: good) != nil)
        }
    }

    @Test func `a link whose limits can't be read opens nothing`() async throws {
        for damage in ["min_x = NULL", "expires = 'never'", "password = x'00'"] {
            try await withSpace { library, space, folder in
                let part = Bounds(min: Vector3(0, 0, 0), max: Vector3(1, 2, 3))
                let (_, token) = try await library.addLink(ShareLinkDraft(name: "a", part: part), to: space)
                try library.close()
                let queue = try DatabaseQueue(path: folder.appendingPathComponent("library.sqlite").path)
                // A strict table takes no value of another type, but a bit that flips asks nobody.
                _ = try? await queue.write { db in try db.execute(sql: "UPDATE links SET \(damage)") }
                try queue.close()
                let opening = try await Library(at: folder).openVisit(token: token)
                if damage.hasPrefix("min_x") { #expect(opening == .gone) }
            }
        }
    }

    @Test func `links that can't be are refused`() async throws {
        try await withSpace { library, space, _ in
            let drafts = [
                ShareLinkDraft(name: ""), ShareLinkDraft(name: "a\nb"), ShareLinkDraft(name: "a", password: ""),
                ShareLinkDraft(name: "a", password: String(repeating: "x", count: 801)),
                ShareLinkDraft(name: "a", expires: Date(timeIntervalSinceNow: -1)),
                ShareLinkDraft(name: "a", part: Bounds(min: Vector3(0, 0, 0), max: Vector3(1, 0, 1))),
                ShareLinkDraft(name: "a", part: Bounds(min: Vector3(0, 0, 0), max: Vector3(1, .nan, 1))),
                ShareLinkDraft(name: "a", part: Bounds(min: Vector3(-.infinity, 0, 0), max: Vector3(1, 1, 1))),
            ]
            for draft in drafts {
                #expect(await libraryError { _ = try await library.addLink(draft, to: space) }?.kind == .invalidValue, "\(draft)")
            }
            #expect(
                await libraryError { _ = try await library.addLink(ShareLinkDraft(name: "a"), to: SpaceID()) }?.kind == .notFound)
            let made = try await library.links(of: space)
            #expect(made.isEmpty)
        }
    }

    @Test func `links go with their space and are no part of sync`() async throws {
        try await withSpace { library, space, _ in
            let (link, _) = try await library.addLink(ShareLinkDraft(name: "a"), to: space)
            _ = try await library.delete(space)
            #expect(try await library.link(link.id) == nil)
        }
    }
}
