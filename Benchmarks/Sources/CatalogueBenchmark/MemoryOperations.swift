import BenchmarkSupport
import DioramaLibrary
import Foundation

/// Memories of one space, of several authors and privacies, looked at by an account that sees about two thirds of them.
struct MemoryOperations {
    let folder: URL
    let count: Int
    let runs: Int

    func run() async throws {
        let library = try Library(at: folder)
        defer { try? library.close() }
        let (space, viewer) = try await make(library)
        let memories = library.memories(for: viewer)
        let filters: [(String, MemoryFilter)] = [
            ("all", MemoryFilter()), ("a mood of a seventh", MemoryFilter(mood: "wonder")),
            ("a rare mood", MemoryFilter(mood: "courage")),
            ("a kind and a mood", MemoryFilter(mood: "joy", kind: .photo)), ("a tag of all", MemoryFilter(tag: "common")),
            ("a tag of few", MemoryFilter(tag: "rare")), ("a word of all", MemoryFilter(search: "story")),
            ("a word of few", MemoryFilter(search: "w77")), ("a word being typed", MemoryFilter(search: "w")),
            ("a word of all and a rare mood", MemoryFilter(search: "story", mood: "courage")),
        ]
        for (name, filter) in filters {
            for newestFirst in [true, false] {
                var last: MemoryID?
                try await measure("memories, \(newestFirst ? "newest" : "oldest"): \(name)") { _ in
                    let page = try await memories.list(in: space, filter, newestFirst: newestFirst, after: last)
                    last = page.memories.last?.entry.id
                }
            }
        }
        try await measure("memories: all pins, written anew", times: runs / 10) { _ in try await memories.pins(in: space) }
        let ids = try await memories.list(in: space, limit: 200).memories.filter(\.isMine).map(\.entry.id)
        try await measure("memories: get") { try await memories.get(ids[$0 % ids.count]) }
        try await measure("memories: edit") { i in try await memories.edit(ids[i % ids.count]) { $0.text = "story \(i)" } }
        let begin = try await library.latestMemoryChange()
        try await measure("memories: changes since 100 edits") { _ in try await memories.changes(in: space, after: begin - 100) }
        _ = try await memories.follow(space)
        try await measure("memories: follows") { _ in try await memories.follows() }
    }

    private func make(_ library: Library) async throws -> (SpaceID, Viewer) {
        let name = "Memories \(count)"
        if let space = try await library.spaces(limit: 1000).first(where: { $0.name == name }),
            let grant = try await library.grants(of: space.id).first
        {
            return (space.id, .account(grant.account))
        }
        var accounts: [AccountID] = []
        for i in 0..<5 { accounts.append(try await library.accounts.add(Account(name: "Author \(i)")).id) }
        let space = try await library.add(SpaceDraft(name: name)).id
        var random = Generator(state: 5)
        for start in stride(from: 0, to: count, by: 500) {
            _ = try await library.memories.add(
                (start..<min(start + 500, count)).map { i in
                    let words = (0..<12).map { _ in "w\(random.next() % 2000)" }.joined(separator: " ")
                    let point = (0..<3).map { _ in Double(random.next() % 10_000) / 1000 }
                    var memory = Memory(
                        title: "Memory \(i)", text: "story \(words)", space: space, anchor: MemoryAnchor(point: point),
                        mood: i % 10_000 == 0
                            ? "courage" : ["joy", "calm", "wonder", "longing", "sorrow", nil][Int(random.next() % 6)],
                        tags: i % 5000 == 0 ? ["common", "rare"] : ["common"], account: accounts[i % 5])
                    memory.kind = Memory.kinds[Int(random.next() % 4)]
                    memory.privacy = [Memory.Privacy.private, .public, .anonymous, .shared][Int(random.next() % 4)]
                    memory.audience = [accounts[(i + 1) % 5]]
                    return memory
                })
        }
        _ = try await library.setGrants([accounts[0]: .pin], of: space)
        return (space, .account(accounts[0]))
    }

    private func measure<R>(_ name: String, times: Int? = nil, _ body: (Int) async throws -> R) async throws {
        var taken: [Double] = []
        for i in 0..<(times ?? runs) {
            let start = ContinuousClock.now
            _ = try await body(i)
            taken.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        taken.sort()
        try Report.print([
            "operation": name, "p50_ms": rounded(taken[taken.count / 2]), "p99_ms": rounded(taken[taken.count * 99 / 100]),
            "max_ms": rounded(taken[taken.count - 1]), "runs": taken.count,
        ])
    }

    private func rounded(_ milliseconds: Double) -> Double { (milliseconds * 100).rounded() / 100 }
}
