import Pairing
import Foundation
import DioramaLibrary
import DioramaSync
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc

    /// Two hosts: network namespaces joined by a pair of virtual interfaces (ip-netns(8)).
    struct TwoHosts: Sendable {
        let names: [String]

        static func run(_ command: String) -> Bool {
            (try? RunningProgram(named: "sh", ["-c", command]).waitUntilExit())?.code == 0
        }

        static let areAllowed: Bool = {
            let name = "dio-probe-\(getpid())"
            defer { _ = run("ip netns del \(name)") }
            return run(
                "ip netns add \(name) && ip netns exec \(name) true && ip -n \(name) link add dio-v0 type veth peer name dio-v1")
        }()

        init() throws {
            let tag = "\(getpid())-\(UInt16.random(in: 0...9999))"
            names = ["dio-a-\(tag)", "dio-b-\(tag)"]
            let a = names[0]
            let b = names[1]
            let made = Self.run(
                "set -e; ip netns add \(a); ip netns add \(b); ip -n \(a) link add v0 type veth peer name v0 netns \(b);"
                    + "ip -n \(a) addr add 10.77.0.1/24 dev v0; ip -n \(b) addr add 10.77.0.2/24 dev v0;"
                    + "ip -n \(a) link set v0 up; ip -n \(b) link set v0 up")
            try #require(made)
        }

        func remove() { for name in names { _ = Self.run("ip netns del \(name)") } }

        /// Runs `body` on a thread that lives on one of the hosts: sockets made there stay there.
        func on<R: Sendable>(_ host: Int, _ body: @escaping @Sendable () throws -> R) async throws -> R {
            let path = "/var/run/netns/\(names[host])"
            return try await blocking {
                typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
                let symbol = try #require(dlsym(nil, "setns"))
                let file = open(path, O_RDONLY)
                try #require(file >= 0 && unsafeBitCast(symbol, to: SetNamespace.self)(file, 0) == 0)
                close(file)
                return try body()
            }
        }
    }

    @Suite struct DiscoveryTests {
        @Test(.enabled(if: TwoHosts.areAllowed, "needs permission to make network namespaces"))
        func `two hosts find each other, hear of changes, and of the end`() async throws {
            // The network's threads are started here: those that a thread on a host starts would stay there, too.
            let pair = try await PairedDevices()
            try await pair.bucket.connect()
            await pair.end()
            let hosts = try TwoHosts()
            defer { hosts.remove() }
            let phone = try TestDevice("Anna's phone")
            let desk = try TestDevice("desk")
            let browser = try await hosts.on(0) { try PeerBrowser(except: phone.identity.device) }
            var lists = browser.devices.makeAsyncIterator()
            let advertiser = try await hosts.on(1) { try PeerAdvertiser(desk.identity, port: 40_123) }
            #expect(advertiser.addresses == ["10.77.0.2"])
            let found = try #require(await lists.next()?.first)
            #expect(found.device == desk.identity.device && found.name == "desk" && !found.isPairing)
            #expect(found.addresses == [PeerAddress(host: "10.77.0.2", port: 40_123)])
            advertiser.setPairing(true)
            #expect(await lists.next()?.first?.isPairing == true)
            // A browser that comes later asks and is answered; its own host's device is found as well.
            let own = try await hosts.on(0) { try PeerAdvertiser(phone.identity, port: 7) }
            let late = try await hosts.on(0) { try PeerBrowser() }
            var seen: Set<KSUID> = []
            for await list in late.devices {
                seen.formUnion(list.map(\.device))
                if seen.count == 2 { break }
            }
            #expect(seen == [desk.identity.device, phone.identity.device])
            advertiser.stop()
            #expect(await lists.next()?.isEmpty == true)
            own.stop()
            browser.stop()
            late.stop()
        }
    }
#endif
