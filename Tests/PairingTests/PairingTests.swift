import Pairing
import Foundation
import DioramaLibrary
import DioramaSync
import Testing
import SyncTestSupport

@Suite struct PairingTests {
    /// Both sides of a pairing between `caller` and `called`, up to the numbers.
    private func begin(
        _ caller: TestDevice, called: TestDevice, server: PeerServer, code: Bool = false
    ) async throws -> (PairingSession, PairingSession) {
        let port = try await server.start(host: "127.0.0.1")
        let address = try #require(PeerAddress(host: "127.0.0.1", port: port))
        let fingerprint = try await server.openPairing()
        var sessions = server.pairings.makeAsyncIterator()
        let here =
            code
            ? try await PairingSession.begin(
                with: PairingCode(PairingCode(address: address, fingerprint: fingerprint).description), as: caller.identity,
                remembering: caller.peers)
            : try await PairingSession.begin(at: address, as: caller.identity, remembering: caller.peers)
        let there = try #require(await sessions.next())
        return (here, there)
    }

    @Test(arguments: [false, true]) func `both devices show the same numbers, and know each other once both confirmed`(code: Bool)
        async throws
    {
        let phone = try TestDevice("Anna's phone")
        let desk = try TestDevice("desk\u{202E}\n")
        let server = try desk.server()
        let (here, there) = try await begin(phone, called: desk, server: server, code: code)
        #expect(here.shortCode == there.shortCode)
        #expect(here.shortCode.count == 7 && here.shortCode.filter(\.isNumber).count == 6)
        #expect(there.name == "Anna's phone" && here.name == "desk")
        #expect(try await phone.peers.peers().isEmpty)
        async let first = here.confirm().peer
        async let second = there.confirm().peer
        let desks = try await first
        let phones = try await second
        #expect(desks.publicKey == desk.identity.key.publicKey && phones.publicKey == phone.identity.key.publicKey)
        // Also after a restart.
        #expect(try await PeerFile(phone.folder.appendingPathComponent("peers.json")).peer(desk.identity.device)?.name == "desk")
        #expect(await !server.isPairing)
        let bucket = try phone.bucket(of: desks, at: try #require(await server.port))
        #expect(try await bucket.put(key("changes/a/1"), Data("x".utf8), ifAbsent: true))
        await server.stop()
    }

    @Test func `a man in the middle makes the codes differ`() async throws {
        let (phone, desk, thief) = (try TestDevice("phone"), try TestDevice("desk"), try TestDevice("desk"))
        let real = try desk.server()
        let fake = try thief.server()
        // The phone is led to the thief, who pairs with the desk at the same time under the phone's name.
        let (phoneSession, _) = try await begin(phone, called: thief, server: fake)
        let (_, deskSession) = try await begin(try TestDevice("phone"), called: desk, server: real)
        #expect(phoneSession.shortCode != deskSession.shortCode)
        await deskSession.reject()
        await phoneSession.reject()
        #expect(try await phone.peers.peers().isEmpty)
        #expect(try await desk.peers.peers().isEmpty)
        await real.stop()
        await fake.stop()
    }

    @Test func `a code that one side rejects pairs no devices`() async throws {
        let phone = try TestDevice("phone")
        let desk = try TestDevice("desk")
        let server = try desk.server()
        let (here, there) = try await begin(phone, called: desk, server: server)
        async let confirmed = error { _ = try await here.confirm() }
        await there.reject()
        #expect(await confirmed?.kind == .refused)
        #expect(await confirmed?.message.contains("rejected") == true)
        #expect(await error { _ = try await there.confirm() }?.kind == .invalidValue)
        #expect(try await phone.peers.peers().isEmpty)
        #expect(try await desk.peers.peers().isEmpty)
        await server.stop()
    }

    @Test func `another device than the one that shows the code is refused before it receives a name`() async throws {
        let phone = try TestDevice("phone")
        let desk = try TestDevice("desk")
        let thief = try TestDevice("thief")
        let real = try desk.server()
        let fake = try thief.server()
        _ = try await real.start(host: "127.0.0.1")
        let fingerprint = try await real.openPairing()
        let address = try #require(PeerAddress(host: "127.0.0.1", port: try await fake.start(host: "127.0.0.1")))
        _ = try await fake.openPairing()
        let refusal = await error {
            _ = try await PairingSession.begin(
                with: PairingCode(address: address, fingerprint: fingerprint), as: phone.identity, remembering: phone.peers)
        }
        #expect(refusal?.kind == .refused)
        #expect(refusal?.message.contains("not the one that shows the code") == true)
        await real.stop()
        await fake.stop()
    }

    @Test func `a code's key is used once`() async throws {
        let phone = try TestDevice("phone")
        let desk = try TestDevice("desk")
        let server = try desk.server()
        let port = try await server.start(host: "127.0.0.1")
        let code = PairingCode(
            address: try #require(PeerAddress(host: "127.0.0.1", port: port)), fingerprint: try await server.openPairing())
        var sessions = server.pairings.makeAsyncIterator()
        _ = try await PairingSession.begin(with: code, as: phone.identity, remembering: phone.peers)
        await sessions.next()?.reject()
        #expect(
            await error { _ = try await PairingSession.begin(with: code, as: phone.identity, remembering: phone.peers) }?.kind
                == .refused)
        await server.stop()
    }

    @Test func `a device that is not open to pairing refuses, and closes itself after three attempts`() async throws {
        let phone = try TestDevice("phone")
        let desk = try TestDevice("desk")
        let server = try desk.server()
        let address = try #require(PeerAddress(host: "127.0.0.1", port: try await server.start(host: "127.0.0.1")))
        func attempt() async -> SyncError? {
            await error { _ = try await PairingSession.begin(at: address, as: phone.identity, remembering: phone.peers) }
        }
        #expect(await attempt()?.message.contains("not open to pairing") == true)
        _ = try await server.openPairing()
        var sessions = server.pairings.makeAsyncIterator()
        for _ in 0..<3 {
            #expect(await attempt() == nil)
            await sessions.next()?.reject()
        }
        #expect(await attempt()?.kind == .refused)
        #expect(await !server.isPairing)
        await server.stop()
    }

    @Test func `a handshake that was recorded can't be played again`() async throws {
        let pair = try await PairedDevices()
        let port = pair.port
        let device = pair.phone
        let reply = try await blocking { () -> [UInt8]? in
            // A whole handshake, as it went over the wire.
            let preamble = Array("DIOP".utf8) + [1, 2]
            var noise = NoiseHandshake(isInitiator: true, longTerm: device.identity.key, prologue: Data(preamble))
            let first = preamble + Array(try noise.write())
            let socket = try RawSocket(port: port)
            socket.sendRecord(first)
            _ = try noise.read(Data(try #require(socket.receiveRecord())))
            let third = Array(try noise.write(Data()))
            // The same bytes to the same server: its key of the handshake is another.
            let again = try RawSocket(port: port)
            again.sendRecord(first)
            _ = again.receiveRecord()
            again.sendRecord(third)
            return again.receiveRecord()
        }
        #expect(reply == nil)
        await pair.end()
    }

    @Test func `an invalid handshake ends the connection, and the server continues`() async throws {
        let pair = try await PairedDevices()
        let port = pair.port
        try await blocking {
            for bytes: [UInt8] in [
                Array("GET / HTTP/1.1\r\n\r\n".utf8), [0, 0], [0, 3, 1, 2, 3], [0, 6] + Array("DIOP".utf8) + [9, 1],
                [0, 38] + Array("DIOP".utf8) + [1, 7] + [UInt8](repeating: 1, count: 32),
                [0, 38] + Array("DIOP".utf8) + [1, 2] + [UInt8](repeating: 0, count: 32),
            ] {
                let socket = try RawSocket(port: port)
                socket.send(bytes)
                if bytes.count < 20 || bytes[0] != 0 { socket.send([UInt8](repeating: 0, count: 70_000)) }
                #expect(socket.receive(1) == nil, "\(bytes)")
            }
        }
        #expect(try await pair.bucket.folders(in: key("changes")) == [])
        await pair.end()
    }

    @Test func `a device that says nothing in its handshake is dropped`() async throws {
        var timeouts = PeerTimeouts.patient
        timeouts.handshake = .milliseconds(100)
        let pair = try await PairedDevices(PeerLimits(), timeouts)
        let port = pair.port
        let isClosed = try await blocking {
            let socket = try RawSocket(port: port)
            socket.send([0])
            return socket.receive(1) == nil
        }
        #expect(isClosed)
        await pair.end()
    }

    @Test func `codes are read as they are written, and nothing else is`() throws {
        let code = PairingCode(address: try #require(PeerAddress(host: "fe80::1%en0", port: 65_535)), fingerprint: Data(0..<16))
        #expect(try PairingCode(code.description) == code)
        #expect(code.description.hasPrefix("diorama:pair?host="))
        let text = "diorama:pair?host=10.0.0.1&port=1&key=AAECAwQFBgcICQoLDA0ODw"
        #expect(try PairingCode(" \(text)\n").fingerprint == Data(0..<16))
        for odd in [
            "", "diorama:pair", "diorama:contact?host=a&port=1&key=AAECAwQFBgcICQoLDA0ODw", text + "=", text + "&host=b",
            text.replacingOccurrences(of: "port=1", with: "port=0"), text.replacingOccurrences(of: "port=1", with: "port=70000"),
            text.replacingOccurrences(of: "10.0.0.1", with: "a%20b"), text.replacingOccurrences(of: "10.0.0.1", with: ""),
            String(text.dropLast()), text + "%zz", String(repeating: "a", count: 10_000),
        ] {
            #expect(throws: SyncError.self, "\(odd.prefix(100))") { _ = try PairingCode(odd) }
        }
        for i in text.indices { #expect(throws: SyncError.self) { _ = try PairingCode(String(text[..<i])) } }
    }

    @Test func `a list of paired devices that can't be read is not overwritten`() async throws {
        let phone = try TestDevice("phone")
        let file = phone.folder.appendingPathComponent("peers.json")
        for text in ["", "{", "[{}]", "[{\"device\":\"x\",\"name\":\"a\",\"publicKey\":\"\",\"paired\":0}]"] {
            try Data(text.utf8).write(to: file)
            let store = PeerFile(file)
            #expect(await error { try await store.remember(phone.known) }?.kind == .damaged)
            #expect(try Data(contentsOf: file) == Data(text.utf8))
        }
    }

    private func key(_ text: String) -> BucketKey { BucketKey(text)! }
}
