import Guide
import Testing

/// Free memory by the files of Linux.
@Suite struct LlamaMemoryTests {
    private let free = ["/proc/meminfo": "MemTotal:       16000 kB\nMemFree:  1000 kB\nMemAvailable:   8000 kB\n"]

    private func available(_ files: [String: String]) -> UInt64 {
        let files = free.merging(files) { $1 }
        return SystemMemory.available { files[$0] }
    }

    @Test func `Without limits it is what the kernel reports`() {
        #expect(available([:]) == 8_192_000)
        #expect(available(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "max\n"]) == 8_192_000)
        #expect(SystemMemory.available > 0)
    }

    @Test func `The tightest limit of the control groups counts, without cached files`() {
        let files = [
            "/proc/self/cgroup": "0::/user/diorama\n", "/sys/fs/cgroup/user/memory.max": "4000000\n",
            "/sys/fs/cgroup/user/memory.current": "1500000\n",
            "/sys/fs/cgroup/user/memory.stat": "anon 1000000\ninactive_file 500000\n",
            "/sys/fs/cgroup/user/diorama/memory.max": "5000000\n", "/sys/fs/cgroup/user/diorama/memory.current": "100\n",
        ]
        #expect(available(files) == 3_000_000)
        #expect(available(files.merging(["/sys/fs/cgroup/user/memory.current": "9000000"]) { $1 }) == 0)
    }

    @Test func `The first version of control groups`() {
        let files = [
            "/proc/self/cgroup": "12:cpu,cpuacct:/x\n5:memory:/docker/abc\n",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes": "2000000", "/sys/fs/cgroup/memory/memory.usage_in_bytes": "700000",
            "/sys/fs/cgroup/memory/memory.stat": "inactive_file 5\ntotal_inactive_file 200000\n",
        ]
        #expect(available(files) == 1_500_000)
    }
}
