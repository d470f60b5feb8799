import Foundation

/// How much memory a program can still take.
package enum SystemMemory {
    /// Bytes that are free, or in caches that can be dropped; no more than what the limits of control groups leave.
    package static var available: UInt64 {
        #if os(Linux)
            return available { try? String(contentsOfFile: $0, encoding: .utf8) }
        #else
            return ProcessInfo.processInfo.physicalMemory
        #endif
    }

    /// The same, by the files of Linux that `read` returns.
    package static func available(reading read: (String) -> String?) -> UInt64 {
        let free = read("/proc/meminfo").flatMap { field("MemAvailable:", in: $0) }.map { $0.multipliedReportingOverflow(by: 1024) }
        var result = free.map { $0.overflow ? UInt64.max : $0.partialValue } ?? ProcessInfo.processInfo.physicalMemory
        for group in groups(read("/proc/self/cgroup") ?? "") {
            if let left = left(group, read) { result = min(result, left) }
        }
        return result
    }

    /// A control group's folder, with the names that its version uses.
    private struct Group {
        let folder: String
        let isFirstVersion: Bool
    }

    /// The group of this process and those around it, up to the root: in a container its path may be one of the host.
    private static func groups(_ list: String) -> [Group] {
        var groups: [Group] = []
        for line in list.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isSecond = parts[0] == "0" && parts[1].isEmpty
            guard isSecond || parts[1].split(separator: ",").contains("memory") else { continue }
            let root = isSecond ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
            var names = parts[2].split(separator: "/").filter { $0 != ".." }
            while true {
                groups.append(Group(folder: ([root] + names.map(String.init)).joined(separator: "/"), isFirstVersion: !isSecond))
                if names.popLast() == nil { break }
            }
        }
        return groups
    }

    /// What the limit of a group leaves; nil where it has none. Cached pages of files that weren't used lately don't count as used.
    private static func left(_ group: Group, _ read: (String) -> String?) -> UInt64? {
        let names = group.isFirstVersion ? ["memory.limit_in_bytes", "memory.usage_in_bytes"] : ["memory.max", "memory.current"]
        let numbers = names.map { name in
            read("\(group.folder)/\(name)").flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        guard let limit = numbers[0], let used = numbers[1] else { return nil }
        let key = group.isFirstVersion ? "total_inactive_file" : "inactive_file"
        let cached = read("\(group.folder)/memory.stat").flatMap { field(key, in: $0) } ?? 0
        let held = used - min(used, cached)
        return limit - min(limit, held)
    }

    private static func field(_ name: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words.count >= 2, words[0] == name { return UInt64(words[1]) }
        }
        return nil
    }
}
