import Service
import Synchronization
import Testing

/// Rules of the service that need no database.
@Suite struct ServiceRuleTests {
    @Test func `the signature of a webhook is the HMAC of time, id and body`() {
        // From Python: hmac.new(b"secret", b'1700000000.id.{"a":1}', hashlib.sha256).
        let expected = "t=1700000000,v1=d1e32f2733b655e6210bf885ce654148cf000c6537ae98b63416dec90786c464"
        #expect(WebhookSender.signature(secret: "secret", seconds: 1_700_000_000, id: "id", body: "{\"a\":1}") == expected)
    }

    @Test func `steps of the schema are numbered without gaps and work with the version before`() {
        #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
        for step in Migration.all { #expect(step.compatibleFrom <= max(1, step.number - 1), "\(step.name)") }
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test func `a key of an idempotent request has 1 to 200 characters`() throws {
        let absent = try IdempotencyKey.read(nil, content: "")
        #expect(absent.map { _ in true } == nil)
        let short = try IdempotencyKey.read("a", content: "POST")
        #expect(short.map { _ in true } == true)
        for text in ["", String(repeating: "a", count: 201)] {
            #expect(throws: ServiceError.self) { try IdempotencyKey.read(text, content: "") }
        }
    }

    @Test func `an outage is reported once when it begins and once when it is over`() {
        struct Failure: Error, CustomStringConvertible { let description: String }
        let lines = Mutex<[String]>([])
        var outage = OutageReport("the heartbeat") { line in lines.withLock { $0.append(line) } }
        let now = ContinuousClock.now
        outage.succeeded(at: now)
        for seconds in 0..<3 { outage.failed(Failure(description: "error \(seconds)"), at: now + .seconds(seconds)) }
        #expect(outage.isOngoing)
        for seconds in 7..<9 { outage.succeeded(at: now + .seconds(seconds)) }
        #expect(!outage.isOngoing)
        outage.failed(Failure(description: "again"), at: now + .seconds(9))
        #expect(
            lines.withLock { $0 } == [
                "the heartbeat fails: error 0", "the heartbeat succeeds again after 7 s", "the heartbeat fails: again",
            ])
    }
}
