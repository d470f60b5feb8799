import Pairing
import Foundation
import DioramaSync
import Testing

/// Noise_XX_25519_ChaChaPoly_SHA256 against what other implementations of it published.
@Suite struct NoiseTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let prologue: String
        let keys: [String]  // initiator's and responder's long-term, then their keys of the handshake
        let hash: String?
        let messages: [(payload: String, ciphertext: String)]
    }

    @Test(arguments: vectors) func `says byte for byte what other implementations say`(vector: Vector) throws {
        var (initiator, responder) = try pair(vector)
        for (i, message) in vector.messages.prefix(3).enumerated() {
            let payload = bytes(message.payload)
            let written = i % 2 == 0 ? try initiator.write(payload) : try responder.write(payload)
            #expect(hex(written) == message.ciphertext)
            let read = i % 2 == 0 ? try responder.read(written) : try initiator.read(written)
            #expect(read == payload)
        }
        var a = try initiator.transport()
        var b = try responder.transport()
        #expect(a.handshakeHash == b.handshakeHash)
        if let hash = vector.hash { #expect(hex(a.handshakeHash) == hash) }
        #expect(try b.remoteKey == NoiseKeyPair(privateKey: bytes(vector.keys[0])).publicKey)
        for (i, message) in vector.messages.enumerated().dropFirst(3) {
            let payload = bytes(message.payload)
            let sealed = i % 2 == 0 ? try a.seal(payload) : try b.seal(payload)
            #expect(hex(sealed) == message.ciphertext)
            #expect(try (i % 2 == 0 ? b.open(sealed) : a.open(sealed)) == payload)
        }
    }

    @Test func `an altered or cut message ends the handshake for good`() throws {
        let key = NoiseKeyPair()
        for message in 0..<3 {
            for place in stride(from: 0, to: 96, by: 7) {
                var initiator = NoiseHandshake(isInitiator: true, longTerm: key)
                var responder = NoiseHandshake(isInitiator: false, longTerm: NoiseKeyPair())
                var failed = false
                do {
                    for step in 0...message {
                        var bytes = step % 2 == 0 ? try initiator.write() : try responder.write()
                        if step == message {
                            if place % 2 == 0 { bytes = bytes.prefix(place % bytes.count) } else { bytes[place % bytes.count] ^= 1 }
                        }
                        _ = step % 2 == 0 ? try responder.read(bytes) : try initiator.read(bytes)
                    }
                    // The first message is in the clear: what was changed in it shows with the second.
                    if message == 0 { _ = try initiator.read(responder.write()) }
                } catch {
                    failed = true
                }
                #expect(failed, "message \(message), place \(place)")
                #expect(!initiator.isComplete || !responder.isComplete)
                #expect(throws: SyncError.self) { _ = try (message % 2 == 0 ? responder : initiator).transport() }
            }
        }
    }

    @Test func `another prologue, a turn out of order and a key of zeros are refused`() throws {
        var initiator = NoiseHandshake(isInitiator: true, longTerm: NoiseKeyPair(), prologue: Data([1]))
        var responder = NoiseHandshake(isInitiator: false, longTerm: NoiseKeyPair(), prologue: Data([2]))
        #expect(throws: SyncError.self) { _ = try responder.write() }
        _ = try responder.read(initiator.write())
        let second = try responder.write()
        #expect(throws: SyncError.self) { _ = try initiator.read(second) }
        #expect(throws: SyncError.self) { _ = try initiator.write() }
        var other = NoiseHandshake(isInitiator: false, longTerm: NoiseKeyPair())
        _ = try other.read(Data(count: 32))
        #expect(throws: SyncError.self) { _ = try other.write() }
    }

    @Test func `a replayed, a reordered and an altered message are refused, and later ones are accepted`() throws {
        var (a, b) = try transports()
        let first = try a.seal(Data("first".utf8))
        let second = try a.seal(Data("second".utf8))
        #expect(throws: SyncError.self) { _ = try b.open(second) }
        for i in first.indices {
            var altered = first
            altered[i] ^= 0x10
            #expect(throws: SyncError.self) { _ = try b.open(altered) }
            #expect(throws: SyncError.self) { _ = try b.open(first.prefix(i)) }
        }
        #expect(try b.open(first) == Data("first".utf8))
        #expect(throws: SyncError.self) { _ = try b.open(first) }
        #expect(try b.open(second) == Data("second".utf8))
        // One's own message can't be turned back to oneself.
        let mine = try a.seal(Data("mine".utf8))
        #expect(throws: SyncError.self) { _ = try a.open(mine) }
    }

    @Test func `keys are replaced on both sides after as many messages`() throws {
        var (a, b) = try transports()
        let text = Data([7])
        for _ in 0..<NoiseTransport.messagesForEachKey + 3 { #expect(try b.open(a.seal(text)) == text) }
        #expect(throws: SyncError.self) { _ = try a.seal(Data(count: NoiseTransport.plaintextLimit + 1)) }
    }

    private func transports() throws -> (NoiseTransport, NoiseTransport) {
        var initiator = NoiseHandshake(isInitiator: true, longTerm: NoiseKeyPair())
        var responder = NoiseHandshake(isInitiator: false, longTerm: NoiseKeyPair())
        _ = try responder.read(initiator.write())
        _ = try initiator.read(responder.write())
        _ = try responder.read(initiator.write())
        return (try initiator.transport(), try responder.transport())
    }

    private func pair(_ vector: Vector) throws -> (NoiseHandshake, NoiseHandshake) {
        let keys = try vector.keys.map { try NoiseKeyPair(privateKey: bytes($0)) }
        return (
            NoiseHandshake(isInitiator: true, longTerm: keys[0], ephemeral: keys[2], prologue: bytes(vector.prologue)),
            NoiseHandshake(isInitiator: false, longTerm: keys[1], ephemeral: keys[3], prologue: bytes(vector.prologue))
        )
    }

    /// From the published vectors of cacophony (vectors/cacophony.txt) and of snow (tests/vectors/snow.txt).
    static let vectors = [
        Vector(
            testDescription: "cacophony", prologue: "4a6f686e2047616c74",
            keys: [
                "e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1",
                "4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893",
                "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a",
                "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b",
            ], hash: "c8e5f64e846193be2a834104c2a009868d6c9f3bd3c186299888b488b2f1f58e",
            messages: [
                (
                    "4c756477696720766f6e204d69736573",
                    "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79444c756477696720766f6e204d69736573"
                ),
                (
                    "4d757272617920526f746862617264",
                    "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f14480884381cbad1f276e038c48378ffce2b65285"
                        + "e08d6b68aaa3629a5a8639392490e5b9bd5269c2f1e4f488ed8831161f19b7815528f8982ffe09be9b5c412f8a0db50f"
                        + "8814c7194e83f23dbd8d162c9326ad"
                ),
                (
                    "462e20412e20486179656b",
                    "c7195ffacac1307ff99046f219750fc47693e23c3cb08b89c2af808b444850a80ae475b9df0f169ae80a89be0865b57f"
                        + "58c9fea0d4ec82a286427402f113e4b6ae769a1d95941d49b25030"
                ),
                ("4361726c204d656e676572", "96763ed773f8e47bb3712f0e29b3060ffc956ffc146cee53d5e1df"),
                ("4a65616e2d426170746973746520536179", "3e40f15f6f3a46ae446b253bf8b1d9ffb6ed9b174d272328ff91a7e2e5c79c07f5"),
                (
                    "457567656e2042f6686d20766f6e2042617765726b",
                    "eb3f3515110702e047a6c9da4478b6ead94873c11c0f2d710ddb3f09fce024b3a58502ae3f"
                ),
            ]),
        Vector(
            testDescription: "snow",
            prologue:
                "5468657265206973206e6f20726967687420616e642077726f6e672e"
                + "2054686572652773206f6e6c792066756e20616e6420626f72696e672e",
            keys: [
                "7dec208517a3b81a2861d7a71266d5d6dc944c5a8816634a86fe63198a0148ee",
                "4d0aed5098e3b4ef20357e9f686ce66204c792b358da2e475017d6c485304881",
                "a32daf21e93c0131495ce1d903181fde81cc46937daaeb990bae7c992709421e",
                "4eece0f195d026db035ff987597c429d3ad3bcc2944df37d649528951b2a27c5",
            ], hash: nil,
            messages: [
                (
                    "d03c489139e645d0711a3c9e810d776b46a84912463fafa87b884eebf242dc34",
                    "f9fa868ba97ab8a2686deccfaad5a484ee10a5bb85e3d1dce015a84797f92818"
                        + "d03c489139e645d0711a3c9e810d776b46a84912463fafa87b884eebf242dc34"
                ),
                (
                    "d8190a92f7dc0c93dbea9118ba8055751fb7c6590c416ffbd419964132b99a85",
                    "8c4e6fdb7d09d501a86f7eca5c234522751706ed409182c05cdf5f827d4dae47b81c6c5f43b025692c24391eefee725c"
                        + "17d8cb0fbe3e4abb8aedf42c4fd2592d4ea48ac08989d6ae8b4adae08b2c34087c808c7aa55a63c02b0fab9e93061233"
                        + "6bd43eaea04d3c670a0a146691aa9cc9d357872320dc735dbc48580cffb553db"
                ),
                (
                    "77891b19dcb92ef7c055b672c4a5aa7fdf1c84146b8b303459022729473ce254",
                    "933ca6b5ed60df3df66121f0ab49a09e49efa45c613a86a3cecbf4c535cef2f83f72b42837b18e3572f2fdc2b74c331e"
                        + "2368a545cef54bdca081678ab0e9dd5348122459e0c034c851984d88ce610963d43cde6cfe73a67fbd5a63e8bfca96d0"
                ),
                (
                    "d7efdf988072881941db045a42882433817555128fbf5663e56081712ec7d212",
                    "54ef0ff0629e1aaa7685a2806ab111cba76b52331f2642276736f415868eacb69ab2577f3bda0cbf72f879685f6ed25f"
                ),
                (
                    "dd7bf01a588bafb52c6cfba952e5d8fe35cc2b3f92b4730ae2474615157345ce",
                    "356be70f110306d5c699bb834bb9d58d909e325924dfbec972e406e6f294dc63e1daebefe8a62a334facc8048ab4ad66"
                ),
            ]),
    ]
}

func bytes(_ hex: String) -> Data {
    let digits = Array(hex.utf8).map { UInt8($0 > 0x39 ? $0 - 0x61 + 10 : $0 - 0x30) }
    return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
}

func hex(_ data: Data) -> String {
    data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
