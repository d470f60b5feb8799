import BenchmarkSupport
import DioramaLibrary
import Foundation

/// Every operation of the catalogue, each with other words and entries every time.
struct Operations {
    let folder: URL
    let contents: LibraryContents
    let runs: Int

    func run() async throws {
        try await measure("open", times: min(runs, 30)) { _ in
            let library = try Library(at: folder)
            try library.close()
        }
        let library = try Library(at: folder)
        defer { try? library.close() }
        try await lists(library)
        try await searches(library)
        try await counts(library)
        try await writes(library)
    }

    private func lists(_ library: Library) async throws {
        let orders: [(String, Order<Thing>)] = [
            ("newest", .newest), ("oldest", .oldest), ("name", .name), ("last changed", .lastChanged),
            ("most valuable", .mostValuable),
            ("last purchased", .lastPurchased), ("warranty end", .warrantyEnd),
        ]
        for (name, order) in orders {
            var cursor: Cursor<Thing>?
            try await measure("list by \(name), page after page") { _ in
                cursor = try await library.things.list(by: order, after: cursor).next
            }
        }
        let date = Date(timeIntervalSince1970: 1.75e9)
        let place = try await library.places.list([.parent(nil)], limit: 1).entries.first?.id
        let space = try await library.spaces(limit: 1).first?.id
        let filters: [(String, [Condition<Thing>])] = [
            ("half of all, by category", [.category("Tools")]), ("a rare category", [.category("Category 7")]),
            ("a brand", [.brand("Brand 7")]),
            ("a tag of most", [.tag("common")]), ("no such tag", [.tag("nothing")]), ("a space", [.space(space)]),
            ("a place and all in it", [.place(place)]), ("a range of value", [.value(1000...400_000, "EUR")]),
            ("a narrow range of value", [.value(1000...1100, "EUR")]), ("warranty ending", [.warrantyEnding(before: date)]),
            ("category, tag and value", [.category("Tools"), .tag("common"), .value(1...50_000, "EUR")]),
            ("two filters that never meet", [.category("Tools"), .category("Category 7")]), ("text of all", [.text("thing")]),
            ("text of few", [.text("SN10000123")]), ("text and category", [.text("brand"), .category("Tools")]),
        ]
        for (name, conditions) in filters {
            for (title, order) in orders where ["newest", "name", "most valuable"].contains(title) {
                var cursor: Cursor<Thing>?
                try await measure("list by \(title): \(name)", times: runs / 2) { _ in
                    cursor = try await library.things.list(conditions, by: order, after: cursor).next
                }
            }
        }
    }

    private func searches(_ library: Library) async throws {
        var random = Generator(state: 3)
        let rare = (0..<runs).map { _ in contents.word(&random) }
        try await measure("search for a word of some") { try await library.search(rare[$0]) }
        try await measure("search for two words") { try await library.search("\(rare[$0]) \(rare[rare.count - 1 - $0])") }
        for length in 1...3 {
            try await measure("search as you type, \(length) letters") { try await library.search(String(rare[$0].prefix(length))) }
        }
        try await measure("search for a word of all") { _ in try await library.search("thing") }
        try await measure("search for a serial number") { try await library.search("SN10\(1000000 + $0 * 97 % 100_000)") }
        try await measure("search in recordings for a word of all") { _ in try await library.search("thing", in: [.recording]) }
    }

    private func counts(_ library: Library) async throws {
        try await measure("count all") { _ in try await library.things.count() }
        try await measure("count half of all", times: runs / 2) { _ in try await library.things.count([.category("Tools")]) }
        try await measure("count a tag of most", times: runs / 2) { _ in try await library.things.count([.tag("common")]) }
        try await measure("count three filters", times: runs / 2) { _ in
            try await library.things.count([.category("Tools"), .tag("common"), .value(1...50_000, "EUR")])
        }
        try await measure("count a text of all", times: runs / 2) { _ in try await library.things.count([.text("thing")]) }
        try await measure("categories with counts", times: runs / 2) { _ in try await library.categories() }
        try await measure("tags with counts", times: runs / 2) { _ in try await library.tags() }
    }

    private func writes(_ library: Library) async throws {
        var random = Generator(state: 4)
        var ids: [ThingID] = []
        try await measure("add") { i in
            ids.append(try await library.things.add(contents.thing(1_000_000 + i, &random)).id)
        }
        try await measure("get") { try await library.things.get(ids[$0]) }
        try await measure("change a name") { i in try await library.things.update(ids[i]) { $0.name = "Thing \(i)" } }
        try await measure("change a value") { i in
            try await library.things.update(ids[i]) { $0.value = Money(minorUnits: Int64(i), currency: "EUR") }
        }
        try await measure("trash") { try await library.things.trash([ids[$0]]) }
        try await measure("list the trash") { _ in try await library.things.trashed() }
        try await measure("restore") { try await library.things.restore([ids[$0]]) }
        try await measure("media of a thing") { try await library.media.list([.thing(ids[$0])], by: .position) }
        try await measure("purge") { try await library.things.purge(ids[$0]) }
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
