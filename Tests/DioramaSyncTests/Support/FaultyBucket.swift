import Foundation
import DioramaSync
import Synchronization
import Support

/// What goes wrong in a `FaultyBucket`: probabilities of one call.
struct BucketFaults: Sendable {
    /// A call fails (`unavailable`, as 500 and 503 give) and had no effect.
    var unavailable = 0.0
    /// A call has its effect, and its answer is lost: it fails all the same.
    var lostAnswers = 0.0
    /// A `put` or `upload` leaves the beginning of its bytes under the key, and fails: a bucket that breaks its promise, as a
    /// folder does that another program carries.
    var tornWrites = 0.0
    /// A `get` or `read` gives the beginning of the bytes only, and succeeds.
    var tornReads = 0.0
    /// For how many calls a new object is missing from lists (eventual consistency): up to this many.
    var hiddenCalls = 0
    /// An upload or download is cut between two pieces; what was there by then stays for the next call.
    var cuts = 0.0

    /// A bad day.
    static let storm = BucketFaults(unavailable: 0.15, lostAnswers: 0.1, hiddenCalls: 5, cuts: 0.3)
}

/// A bucket that fails as buckets do, repeatably by a seed, and can kill its user at the n-th call.
final class FaultyBucket: WalkableBucket {
    /// Where the user of the bucket dies: nothing it asks for afterwards happens, until `revive`.
    struct KillPoint: Sendable {
        /// 1 for the next call.
        var call: Int
        /// Whether that call still has its effect.
        var hasEffect: Bool
    }

    private struct State {
        var random: SplitMix64
        var faults: BucketFaults
        var calls = 0
        var kill: KillPoint?
        var isDead = false
        var hidden: [String: Int] = [:]
        var log: [String] = []
    }

    private enum Fate { case fine, unavailable, lostAnswer, killed, killedAfter }

    let inner: any WalkableBucket
    private let state: Mutex<State>

    init(_ inner: any WalkableBucket, seed: UInt64, faults: BucketFaults = BucketFaults()) {
        self.inner = inner
        state = Mutex(State(random: SplitMix64(seed: seed), faults: faults))
    }

    var name: String { "faulty \(inner.name)" }

    /// Calls so far: run once without a kill point to learn how many there are.
    var calls: Int { state.withLock { $0.calls } }

    /// What was asked for, in order, as "put changes/…".
    var log: [String] { state.withLock { $0.log } }

    var isDead: Bool { state.withLock { $0.isDead } }

    var faults: BucketFaults {
        get { state.withLock { $0.faults } }
        set { state.withLock { $0.faults = newValue } }
    }

    /// The user dies at the `call`-th call from now on.
    func kill(atCall call: Int, hasEffect: Bool) {
        state.withLock { $0.kill = KillPoint(call: $0.calls + call, hasEffect: hasEffect) }
    }

    /// The user is started again.
    func revive() {
        state.withLock {
            $0.isDead = false
            $0.kill = nil
        }
    }

    /// The error of a dead user's calls.
    static let killed = SyncError(.failed, "killed by the test")

    func list(_ folder: BucketKey, after: BucketKey?) async throws(SyncError) -> [BucketObject] {
        try await call("list \(folder)") { () throws(SyncError) in
            let objects = try await inner.list(folder, after: after)
            return state.withLock { s in objects.filter { s.hidden[$0.key.description, default: 0] <= s.calls } }
        }
    }

    func folders(in folder: BucketKey) async throws(SyncError) -> [String] {
        try await call("folders \(folder)") { () throws(SyncError) in try await inner.folders(in: folder) }
    }

    func head(_ key: BucketKey) async throws(SyncError) -> BucketObject? {
        try await call("head \(key)") { () throws(SyncError) in try await inner.head(key) }
    }

    func get(_ key: BucketKey, limit: Int) async throws(SyncError) -> Data {
        tear(try await call("get \(key)") { () throws(SyncError) in try await inner.get(key, limit: limit) })
    }

    func read(_ key: BucketKey, _ range: Range<Int64>) async throws(SyncError) -> Data {
        tear(try await call("read \(key)") { () throws(SyncError) in try await inner.read(key, range) })
    }

    func put(_ key: BucketKey, _ data: Data, ifAbsent: Bool) async throws(SyncError) -> Bool {
        let isTorn = torn(data.count)
        let written = try await call("put \(key)") { () throws(SyncError) in
            let written = try await inner.put(key, isTorn.map { data.prefix($0) } ?? data, ifAbsent: ifAbsent)
            if written { hide(key) }
            return written
        }
        if written, isTorn != nil { throw Self.broken("put \(key)") }
        return written
    }

    func upload(_ source: any ByteSource, to key: BucketKey, progress: ProgressReporter) async throws(SyncError) {
        let isTorn = torn(Int(source.byteCount))
        try await call("upload \(key)") { () throws(SyncError) in
            if let isTorn {
                let data = try await source.read(0..<Int64(isTorn))
                _ = try await inner.put(key, data, ifAbsent: false)
            } else {
                let cutAfter = state.withLock { s in
                    Double.random(in: 0..<1, using: &s.random) < s.faults.cuts
                        ? Int64.random(in: 0...max(source.byteCount, 1), using: &s.random) : nil
                }
                let cut = cutAfter.map { CutSource(inner: source, limit: $0) as any ByteSource } ?? source
                try await inner.upload(cut, to: key, progress: progress)
            }
            hide(key)
        }
        if isTorn != nil { throw Self.broken("upload \(key)") }
    }

    func delete(_ key: BucketKey) async throws(SyncError) {
        try await call("delete \(key)") { () throws(SyncError) in try await inner.delete(key) }
    }

    func walk() async throws(SyncError) -> [BucketEntry] { try await inner.walk() }

    private func call<R>(_ what: String, _ body: () async throws(SyncError) -> R) async throws(SyncError) -> R {
        let fate: Fate = state.withLock { s in
            if s.isDead { return .killed }
            s.calls += 1
            s.log.append(what)
            if let kill = s.kill, s.calls >= kill.call {
                s.isDead = true
                return kill.hasEffect ? .killedAfter : .killed
            }
            let dice = Double.random(in: 0..<1, using: &s.random)
            if dice < s.faults.unavailable { return .unavailable }
            return dice < s.faults.unavailable + s.faults.lostAnswers ? .lostAnswer : .fine
        }
        switch fate {
        case .killed: throw Self.killed
        case .unavailable: throw SyncError(.unavailable, "\(what): 503 SlowDown")
        case .lostAnswer:
            _ = try await body()
            throw SyncError(.unavailable, "\(what): timed out")
        case .killedAfter:
            _ = try await body()
            throw Self.killed
        case .fine: return try await body()
        }
    }

    private func torn(_ count: Int) -> Int? {
        state.withLock { s in
            guard s.faults.tornWrites > 0, Double.random(in: 0..<1, using: &s.random) < s.faults.tornWrites else { return nil }
            return count == 0 ? 0 : Int.random(in: 0..<count, using: &s.random)
        }
    }

    private func tear(_ data: Data) -> Data {
        state.withLock { s in
            guard s.faults.tornReads > 0, Double.random(in: 0..<1, using: &s.random) < s.faults.tornReads else { return data }
            return data.isEmpty ? data : Data(data.prefix(Int.random(in: 0..<data.count, using: &s.random)))
        }
    }

    private func hide(_ key: BucketKey) {
        state.withLock { s in
            guard s.faults.hiddenCalls > 0 else { return }
            s.hidden[key.description] = s.calls + Int.random(in: 0...s.faults.hiddenCalls, using: &s.random)
        }
    }

    private static func broken(_ what: String) -> SyncError { SyncError(.unavailable, "\(what): the connection broke") }
}

/// A source that breaks off behind `limit` bytes.
struct CutSource: ByteSource {
    let inner: any ByteSource
    let limit: Int64

    var name: String { inner.name }
    var byteCount: Int64 { inner.byteCount }

    func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        if range.upperBound > limit { throw SyncError(.unavailable, "the network was cut") }
        return try await inner.read(range)
    }
}
