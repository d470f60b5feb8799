import DioramaLibrary
import Foundation

/// The places of a library: rooms, shelves and boxes in each other.
public struct PlaceCatalogue: Sendable {
    let library: Library

    /// The places of `library`.
    public init(library: Library) { self.library = library }

    /// A place with what is in it.
    public struct Item: Sendable, Equatable {
        /// The place.
        public let place: Entry<Place>
        /// Names of the places that contain it and its own, the outermost first.
        public let path: [String]
        /// Number of things in it and in the places within.
        public let things: Int
        /// Sums of their values, one for each currency.
        public let values: [Money]
    }

    /// All places, each after the one that contains it, siblings by name; at most 10,000.
    public func tree() async throws -> [Item] {
        let entries = try await entries()
        let totals = Dictionary(
            try await library.allTotals(by: .place).compactMap { total in total.key.map { ($0, total) } },
            uniquingKeysWith: { a, _ in a })
        var tree = PlaceOrder(entries)
        return tree.ordered().map { node in
            let sums = node.within.compactMap { totals[$0.description] }
            return Item(
                place: node.entry, path: node.path, things: sums.reduce(0) { $0 + $1.things },
                values: Money.sums(sums.flatMap(\.values)))
        }
    }

    /// The names of the places that contain a place and its own, the outermost first, of all places.
    func paths() async throws -> [PlaceID: [String]] {
        var order = PlaceOrder(try await entries())
        return Dictionary(order.ordered().map { ($0.entry.id, $0.path) }, uniquingKeysWith: { a, _ in a })
    }

    private func entries() async throws -> [Entry<Place>] {
        var entries: [Entry<Place>] = []
        var next: Cursor<Place>?
        repeat {
            let page = try await library.places.list(after: next, limit: 1000)
            entries += page.entries
            next = page.next
        } while next != nil && entries.count < 10_000
        return entries
    }

    /// The place that a person means: by its id, by its path (`Cellar/Shelf 2`), or by its name where only one has it.
    /// - Throws: `SpacesError`: `notFound`, or `invalidInput` where several places have the name.
    public func place(named text: String) async throws -> Entry<Place> {
        if let id = PlaceID(text), let entry = try await library.places.get(id) { return entry }
        let wanted = Self.names(in: text)
        let found = try await tree().filter {
            Self.matches($0.path, wanted) || Self.matches(Array($0.path.suffix(wanted.count)), wanted)
        }
        let exact = found.filter { $0.path.count == wanted.count }
        let chosen = exact.isEmpty ? found : exact
        if chosen.count > 1 {
            throw SpacesError(
                .invalidInput, "\(chosen.count) places are named \"\(text)\"",
                remedy: "give the path, as \(chosen[0].path.joined(separator: "/"))")
        }
        guard let place = chosen.first?.place else {
            throw SpacesError(.notFound, "there is no place \"\(text)\"", remedy: "'diorama place list' prints the places")
        }
        return place
    }

    /// The names of a path as people write it.
    public static func names(in path: String) -> [String] {
        path.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func matches(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.caseInsensitiveCompare($1) == .orderedSame }
    }
}

/// Puts places into the order of a tree.
private struct PlaceOrder {
    struct Node {
        let entry: Entry<Place>
        let path: [String]
        /// The place itself and all places in it.
        let within: [PlaceID]
    }

    private var children: [PlaceID?: [Entry<Place>]] = [:]
    private var visited: Set<PlaceID> = []

    init(_ entries: [Entry<Place>]) {
        let known = Set(entries.map(\.id))
        let named = entries.map { (entry: $0, order: NaturalOrder($0.name)) }.sorted { $0.order < $1.order }
        for (entry, _) in named {
            // A place whose container is gone is at the top.
            children[entry.parent.flatMap { known.contains($0) ? $0 : nil }, default: []].append(entry)
        }
        // Two devices can have put each of two places into the other: one of the circle becomes the top.
        var reached: Set<PlaceID> = []
        func reach(_ id: PlaceID) {
            guard reached.insert(id).inserted else { return }
            for child in children[id] ?? [] { reach(child.id) }
        }
        for top in children[nil] ?? [] { reach(top.id) }
        for entry in entries where !reached.contains(entry.id) {
            children[nil, default: []].append(entry)
            reach(entry.id)
        }
    }

    mutating func ordered() -> [Node] {
        var nodes: [Node] = []
        for entry in children[nil] ?? [] { _ = visit(entry, under: [], &nodes) }
        return nodes
    }

    private mutating func visit(_ entry: Entry<Place>, under path: [String], _ nodes: inout [Node]) -> [PlaceID] {
        guard visited.insert(entry.id).inserted else { return [] }
        let index = nodes.count
        let path = path + [entry.name]
        nodes.append(Node(entry: entry, path: path, within: []))
        var within = [entry.id]
        for child in children[entry.id] ?? [] { within += visit(child, under: path, &nodes) }
        nodes[index] = Node(entry: entry, path: path, within: within)
        return within
    }
}

extension Money {
    /// Sums by currency, in the order of the currencies; amounts that exceed 64 bits stay at the largest.
    static func sums(_ amounts: [Money]) -> [Money] {
        var sums: [String: Int64] = [:]
        for money in amounts {
            let (sum, overflows) = sums[money.currency, default: 0].addingReportingOverflow(money.minorUnits)
            sums[money.currency] = overflows ? .max : sum
        }
        return sums.sorted { $0.key < $1.key }.map { Money(minorUnits: $0.value, currency: $0.key) }
    }
}
