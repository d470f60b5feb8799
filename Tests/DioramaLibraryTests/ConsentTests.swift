import Foundation
import DioramaLibrary
import Testing

@Suite struct ConsentTests {
    private let words = "My recordings may be used to improve recognition. I can withdraw this at any time."

    @Test func `nothing may be used before account and recording were agreed to`() async throws {
        try await withLibrary { library, _ in
            let account = try await library.useAccount(.premium)
            let a = try await library.recordings.add(Recording(title: "a", account: account.id))
            let b = try await library.recordings.add(Recording(title: "b", account: account.id))
            let early = await libraryError { _ = try await library.giveConsent(for: a.id, words: words, language: "en") }
            #expect(early?.kind == .notAllowed)
            #expect(try await library.consent(of: account.id) == nil)
            let given = try await library.giveConsent(of: account.id, words: words, language: "en")
            #expect(given.words == words && given.recording == nil && given.withdrawn == nil)
            #expect(try await library.recordings.list([.isUsable]).entries == [])
            _ = try await library.giveConsent(for: a.id, words: words, language: "en")
            #expect(try await library.recordings.list([.isUsable]).entries.map(\.id) == [a.id])
            #expect(try await library.isUsable(a.id))
            #expect(try await library.isUsable(b.id) == false)
            // Agreeing twice to the same words is agreeing once.
            #expect(try await library.giveConsent(of: account.id, words: words, language: "en") == given)
        }
    }

    @Test func `withdrawn is withdrawn, and agreeing anew does not bring back what it covered`() async throws {
        try await withLibrary { library, _ in
            let account = try await library.useAccount(.free)
            let recording = try await library.recordings.add(Recording(title: "a", account: account.id))
            _ = try await library.giveConsent(of: account.id, words: words, language: "en")
            _ = try await library.giveConsent(for: recording.id, words: words, language: "en")
            #expect(try await library.withdrawConsent(for: recording.id) == 1)
            #expect(try await library.isUsable(recording.id) == false)
            _ = try await library.giveConsent(for: recording.id, words: words, language: "en")
            #expect(try await library.isUsable(recording.id))
            #expect(try await library.withdrawConsent(of: account.id) == 2)
            #expect(try await library.withdrawConsent(of: account.id) == 0)
            #expect(try await library.consent(of: account.id) == nil)
            _ = try await library.giveConsent(of: account.id, words: words, language: "en")
            #expect(try await library.isUsable(recording.id) == false)
            #expect(try await library.consent(for: recording.id) == nil)
        }
    }

    @Test func `private recordings are never used, also when they are private only for a while`() async throws {
        try await withLibrary { library, _ in
            let account = try await library.useAccount(.premium)
            _ = try await library.giveConsent(of: account.id, words: words, language: "en")
            let recording = try await library.recordings.add(Recording(title: "a", isPrivate: true, account: account.id))
            let refused = await libraryError { _ = try await library.giveConsent(for: recording.id, words: words, language: "en") }
            #expect(refused?.kind == .notAllowed)
            _ = try await library.recordings.update(recording.id) { $0.isPrivate = false }
            _ = try await library.giveConsent(for: recording.id, words: words, language: "en")
            #expect(try await library.isUsable(recording.id))
            _ = try await library.recordings.update(recording.id) { $0.isPrivate = true }
            _ = try await library.recordings.update(recording.id) { $0.isPrivate = false }
            #expect(try await library.isUsable(recording.id) == false)
            // In the trash nothing is used.
            _ = try await library.giveConsent(for: recording.id, words: words, language: "en")
            _ = try await library.recordings.trash([recording.id])
            #expect(try await library.isUsable(recording.id) == false)
        }
    }

    @Test func `what was agreed to is exported with its very words and times`() async throws {
        try await withLibrary { library, _ in
            let account = try await library.useAccount(.free)
            let recording = try await library.recordings.add(Recording(title: "a", account: account.id))
            let german = "Meine Aufnahmen dürfen benutzt werden: \"ja\"\n— jederzeit widerruflich."
            _ = try await library.giveConsent(of: account.id, words: german, language: "de")
            _ = try await library.giveConsent(for: recording.id, words: words, language: "en")
            try await library.withdrawConsent(of: account.id)
            let json = try await library.exportConsents(of: account.id)
            let export = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            let consents = try #require(export["consents"] as? [[String: Any]])
            #expect(export["account"] as? String == account.id.description)
            #expect(consents.map { $0["words"] as? String } == [german, words])
            #expect(consents.map { $0["recording"] as? String } == [nil, recording.id.description])
            for consent in consents {
                let given = try #require(consent["given"] as? String)
                let withdrawn = try #require(consent["withdrawn"] as? String)
                #expect(given.hasSuffix("Z") && given <= withdrawn)
            }
            #expect(
                await libraryError { _ = try await library.giveConsent(of: account.id, words: " ", language: "en") }?.kind
                    == .invalidValue)
            #expect(
                await libraryError { _ = try await library.giveConsent(of: AccountID(), words: words, language: "en") }?.kind
                    == .notFound)
        }
    }
}
