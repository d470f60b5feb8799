/// Running sums and a stable radix sort on a Vulkan device.
final class VulkanSort {
    /// Numbers that a workgroup of `scan` and of `sortcount` handles.
    private static let scanned = 2048
    private static let sorted = 4096

    private let context: VulkanContext
    private let table: DeviceArray
    private let sums: DeviceArray

    init(_ context: VulkanContext) {
        self.context = context
        table = DeviceArray(context, "the sort's counts")
        sums = DeviceArray(context, "running sums")
    }

    /// Makes room for sorting and summing `count` numbers; before `begin`.
    /// - Throws: `SplatError.memory`.
    func reserve(_ count: Int) throws(SplatError) {
        let rows = 256 * max(Self.groups(count, of: Self.sorted), 1)
        try table.reserve(rows)
        var words = 1
        var level = max(count, rows)
        while level > 1 {
            level = Self.groups(level, of: Self.scanned)
            words += level
        }
        try sums.reserve(words)
    }

    static func groups(_ count: Int, of size: Int) -> Int { (count + size - 1) / size }

    /// Records that each of the first `count` (1 or more) numbers becomes the sum of those before it.
    /// - Returns: the array and the offset in it of the sum of all.
    func sum(_ array: DeviceArray, count: Int) throws(SplatError) -> (array: DeviceArray, word: Int) {
        var levels = [(array: array, offset: 0, count: count, sums: 0)]
        var next = 0
        while true {
            let level = levels[levels.count - 1]
            let groups = Self.groups(level.count, of: Self.scanned)
            levels[levels.count - 1].sums = next
            try dispatch("scan", levels[levels.count - 1], groups: groups)
            if groups == 1 { break }
            levels.append((sums, next, groups, 0))
            next += groups
        }
        for level in levels.dropLast().reversed() {
            try dispatch("scanadd", level, groups: Self.groups(level.count, of: 256))
        }
        return (sums, next)
    }

    private func dispatch(
        _ name: String, _ level: (array: DeviceArray, offset: Int, count: Int, sums: Int), groups: Int
    ) throws(SplatError) {
        try context.dispatch(
            name, [level.array, sums],
            constants: [UInt32(level.count), UInt32(level.offset), UInt32(level.sums), UInt32(groups)], groups: groups)
    }

    /// Keys and values that are sorted together.
    struct Pairs {
        var keys: DeviceArray
        var values: DeviceArray

        func reserve(_ count: Int) throws(SplatError) {
            try keys.reserve(count)
            try values.reserve(count)
        }
    }

    /// Records a stable sort of the first `count` pairs by the lowest `bits` bits of their keys; both pairs of arrays are used.
    /// - Returns: the one that has the result.
    func sort(_ pairs: Pairs, scratch: Pairs, count: Int, bits: Int) throws(SplatError) -> Pairs {
        guard count > 0 else { return pairs }
        var from = pairs
        var to = scratch
        let groups = Self.groups(count, of: Self.sorted)
        for shift in stride(from: 0, to: bits, by: 8) {
            let constants = [UInt32(count), UInt32(shift), UInt32(groups)]
            try context.dispatch("sortcount", [from.keys, table], constants: constants, groups: groups)
            _ = try sum(table, count: 256 * groups)
            try context.dispatch(
                "sortscatter", [from.keys, from.values, table, to.keys, to.values], constants: constants, groups: groups)
            swap(&from, &to)
        }
        return from
    }
}
