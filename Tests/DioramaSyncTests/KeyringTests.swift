import Foundation
import DioramaSync
import TestSupport
import Synchronization
import Testing
import Support
import SyncTestSupport

@Suite struct KeyringTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    @Test func `a device that was added reads everything, and so does the phrase`() async throws {
        let inner = MemoryBucket()
        let desk = DeviceKey()
        let (first, phrase) = try await Keyring.create(in: inner, device: desk, label: "desk")
        #expect(try await EncryptedBucket(inner, keys: first).put(key("images/a"), Data("one".utf8), ifAbsent: true))

        let phone = DeviceKey()
        await #expect(throws: SyncError.self) { try await Keyring.open(in: inner, device: phone, invitation: first.invitation) }
        let second = try await first.adding(phone.member, label: "phone", in: inner)
        let onPhone = try await Keyring.open(in: inner, device: phone, invitation: second.invitation)
        #expect(onPhone.members.map(\.label) == ["desk", "recovery phrase", "phone"])
        let phoneBucket = EncryptedBucket(inner, keys: onPhone)
        #expect(try await phoneBucket.get(key("images/a"), limit: 10) == Data("one".utf8))
        #expect(try await phoneBucket.put(key("images/b"), Data("two".utf8), ifAbsent: true))

        // The first device sees the newer epoch by itself.
        let deskBucket = EncryptedBucket(inner, keys: first)
        #expect(try await deskBucket.get(key("images/b"), limit: 10) == Data("two".utf8))

        let written = try RecoveryPhrase(phrase.text.uppercased().replacingOccurrences(of: " ", with: ",\n"))
        let restored = try await Keyring.recover(in: inner, phrase: written, device: DeviceKey(), label: "new")
        let bucket = EncryptedBucket(inner, keys: restored)
        #expect(try await bucket.get(key("images/a"), limit: 10) == Data("one".utf8))
        #expect(try await bucket.get(key("images/b"), limit: 10) == Data("two".utf8))
        #expect(try await BucketAudit.run(inner, keys: restored).isClean)
        await #expect(throws: SyncError.self) {
            try await Keyring.recover(in: inner, phrase: RecoveryPhrase(), device: DeviceKey(), label: "stranger")
        }
    }

    @Test func `a device that was revoked reads the old and not the new`() async throws {
        let inner = MemoryBucket()
        let phone = DeviceKey()
        let (first, _) = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk")
        #expect(try await EncryptedBucket(inner, keys: first).put(key("images/old"), Data("old".utf8), ifAbsent: true))
        let both = try await first.adding(phone.member, label: "phone", in: inner)
        let onPhone = try await Keyring.open(in: inner, device: phone, invitation: both.invitation)
        let alone = try await both.revoking(phone.member, in: inner)
        #expect(alone.members.map(\.label) == ["desk", "recovery phrase"])
        let desk = EncryptedBucket(inner, keys: alone)
        #expect(try await desk.put(key("images/new"), Data("new".utf8), ifAbsent: true))
        #expect(try await desk.get(key("images/old"), limit: 10) == Data("old".utf8))

        let bucket = EncryptedBucket(inner, keys: onPhone)
        #expect(try await bucket.get(key("images/old"), limit: 10) == Data("old".utf8))
        let error = await #expect(throws: SyncError.self) { try await bucket.get(key("images/new"), limit: 10) }
        #expect(error?.kind == .noPermission)
        await #expect(throws: SyncError.self) { try await bucket.refresh() }
        await #expect(throws: SyncError.self) { try await onPhone.adding(phone.member, label: "phone", in: inner) }
        // A device can't lock itself out.
        await #expect(throws: SyncError.self) { try await onPhone.revoking(phone.member, in: inner) }
    }

    @Test func `the bucket's owner and a revoked device can't slip in keys`() async throws {
        let inner = MemoryBucket()
        let phone = DeviceKey()
        let desk = DeviceKey()
        let (first, _) = try await Keyring.create(in: inner, device: desk, label: "desk")
        let both = try await first.adding(phone.member, label: "phone", in: inner)
        let onPhone = try await Keyring.open(in: inner, device: phone, invitation: both.invitation)

        // The phone, in a copy of the bucket without its revocation, makes an epoch of its own and puts it into the real one.
        let copy = MemoryBucket()
        copy.all = inner.all
        let forged = try await onPhone.adding(DeviceKey().member, label: "thief", in: copy)
        let alone = try await both.revoking(phone.member, in: inner)
        #expect(forged.current == alone.current)
        inner["keys/0000000004"] = copy["keys/0000000003"]
        // A stranger makes keys of another library.
        let other = MemoryBucket()
        _ = try await Keyring.create(in: other, device: desk, label: "desk")
        inner["keys/0000000005"] = other["keys/0000000001"]
        inner["keys/0000000006"] = Data("no keys".utf8)
        // Nor can anybody lock the members out by a file that claims to be of a newer version.
        let newer = #"{"format":"diorama-keys","version":9,"epoch":7,"previous":3}"#
        inner["keys/0000000007"] = Data("\(newer)\nAA\nAA\n".utf8)

        let again = try await alone.refreshed(in: inner)
        #expect(again.current == alone.current)
        let findings = try await BucketAudit.run(inner, keys: alone).findings
        #expect(findings.map(\.name) == (4...7).map { "keys/000000000\($0)" })
        #expect(findings.allSatisfy { $0.kind == .foreignKeys })

        // Members continue after them.
        let next = try await alone.adding(DeviceKey().member, label: "tablet", in: inner)
        #expect(next.current == 8)
        #expect(try await first.refreshed(in: inner).current == 8)
        // Another library in the bucket's place is noticed by one who was invited.
        inner["keys/0000000008"] = nil
        inner["keys/0000000001"] = other["keys/0000000001"]
        await #expect(throws: SyncError.self) { try await Keyring.open(in: inner, device: desk, invitation: first.invitation) }
    }

    @Test func `altered files of keys are refused`() async throws {
        let inner = MemoryBucket()
        let device = DeviceKey()
        let (first, phrase) = try await Keyring.create(in: inner, device: device, label: "desk")
        let file = Array(inner["keys/0000000001"]!)
        for bytes in TestData.bitFlips(of: file, count: 200) + TestData.truncations(of: file, count: 100) where bytes != file {
            inner["keys/0000000001"] = Data(bytes)
            await #expect(throws: SyncError.self) {
                try await Keyring.open(in: inner, device: device, invitation: first.invitation)
            }
            await #expect(throws: SyncError.self) {
                try await Keyring.recover(in: inner, phrase: phrase, device: DeviceKey(), label: "new")
            }
        }
    }

    @Test func `devices that change members at once lose nothing`() async throws {
        let inner = MemoryBucket()
        let (first, _) = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk")
        let devices = (0..<5).map { _ in DeviceKey() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (i, device) in devices.enumerated() {
                group.addTask { _ = try await first.adding(device.member, label: "device \(i)", in: inner) }
            }
            try await group.waitForAll()
        }
        let all = try await first.refreshed(in: inner)
        #expect(Set(all.members.map(\.key)).isSuperset(of: devices.map(\.member)))
    }

    @Test(arguments: 1...3) func `a change that comes before any list of another one is not lost`(list: Int) async throws {
        let inner = MemoryBucket()
        let (first, _) = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk")
        let early = DeviceKey()
        let late = DeviceKey()
        let lists = Mutex(0)
        inner.beforeLists {
            let number = lists.withLock {
                $0 += 1
                return $0
            }
            guard number == list else { return }
            inner.beforeLists(nil)
            await #expect(throws: Never.self) { try await first.adding(early.member, label: "early", in: inner) }
        }
        _ = try await first.adding(late.member, label: "late", in: inner)
        inner.beforeLists(nil)
        let members = try await first.refreshed(in: inner).members.map(\.key)
        #expect(members.contains(late.member))
        #expect(members.contains(early.member) == (lists.withLock { $0 } >= list))
    }

    @Test func `keys are stored and loaded`() async throws {
        let inner = MemoryBucket()
        let (first, phrase) = try await Keyring.create(in: inner, device: DeviceKey(), label: "desk")
        let kept = try #require(Keyring(secretBytes: first.secretBytes))
        #expect(try await EncryptedBucket(inner, keys: first).put(key("images/a"), Data("one".utf8), ifAbsent: true))
        #expect(try await EncryptedBucket(inner, keys: kept).get(key("images/a"), limit: 10) == Data("one".utf8))
        #expect(kept.invitation == first.invitation && Keyring.Invitation(first.invitation.description) == first.invitation)
        for bytes in TestData.truncations(of: Array(first.secretBytes), count: 50) {
            #expect(Keyring(secretBytes: Data(bytes)) == nil)
        }
        await #expect(throws: SyncError.self) { try await Keyring.create(in: inner, device: DeviceKey(), label: "twice") }

        // A new phrase: the old one opens nothing that comes after.
        let (renewed, new) = try await kept.renewingPhrase(in: inner)
        await #expect(throws: SyncError.self) {
            try await Keyring.recover(in: inner, phrase: phrase, device: DeviceKey(), label: "x")
        }
        #expect(try await Keyring.recover(in: inner, phrase: new, device: DeviceKey(), label: "y").current == renewed.current + 1)
    }

    @Test func `a phrase reports which word is misspelled`() throws {
        let phrase = RecoveryPhrase()
        let words = phrase.text.split(separator: " ").map(String.init)
        #expect(words.count == 24 && words.allSatisfy { $0.count == 5 })
        #expect(try RecoveryPhrase(phrase.text).text == phrase.text)
        // Any one wrong letter is found, with its place.
        var random = SplitMix64(seed: 5)
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for _ in 0..<500 {
            let place = Int.random(in: 0..<24, using: &random)
            var word = Array(words[place])
            let letter = Int.random(in: 0..<5, using: &random)
            let new = letters.randomElement(using: &random)!
            guard new != word[letter] else { continue }
            word[letter] = new
            var wrong = words
            wrong[place] = String(word)
            let error = #expect(throws: SyncError.self) { try RecoveryPhrase(wrong.joined(separator: " ")) }
            #expect(error?.message.contains("word \(place + 1) ") == true)
        }
        #expect(throws: SyncError.self) { try RecoveryPhrase(words.dropLast().joined(separator: " ")) }
        #expect("\(phrase)" == "a recovery phrase")
    }
}
