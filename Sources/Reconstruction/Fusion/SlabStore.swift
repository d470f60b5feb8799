import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Numbered items of equal size, zero at first, in slabs that never move, so that growing copies nothing and pointers stay good.
///
/// With `isPaged`, the slabs are mapped from a temporary file without a name: those that were not used for long are let go from memory and
/// come back by themselves when they are next looked at. The system writes and reads them; the addresses stay the same.
final class SlabStore {
    static let slabItems = 64
    private let itemWords: Int
    private let isPaged: Bool
    private var file: Int32 = -1
    private var slabs: [UnsafeMutablePointer<UInt32>] = []
    /// When a slab was last used, and 0 where it is not in memory.
    private var lastUse: [UInt32] = []
    private(set) var residentSlabs = 0
    private(set) var count = 0

    init(itemWords: Int, isPaged: Bool) {
        self.itemWords = itemWords
        self.isPaged = isPaged
    }

    deinit {
        for slab in slabs { munmap(slab, slabBytes) }
        if file >= 0 { close(file) }
    }

    var slabBytes: Int { Self.slabItems * itemWords * 4 }
    var residentBytes: Int { residentSlabs * slabBytes }

    /// Makes room for items up to `count`, all zero.
    /// - Throws: `tooLarge` where there is no room in memory or for the temporary file.
    func grow(to count: Int) throws(ReconstructionError) {
        while slabs.count * Self.slabItems < count {
            slabs.append(try isPaged ? mapFile() : mapMemory())
            lastUse.append(0)
        }
        self.count = max(self.count, count)
    }

    private func mapMemory() throws(ReconstructionError) -> UnsafeMutablePointer<UInt32> {
        try words(mmap(nil, slabBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    }

    private func mapFile() throws(ReconstructionError) -> UnsafeMutablePointer<UInt32> {
        if file < 0 { file = try Self.openFile() }
        // Written, not only made longer: a full disk has to show here and not as a fault when the page is written back.
        let zeros = [UInt8](repeating: 0, count: slabBytes)
        let offset = slabs.count * slabBytes
        let written = zeros.withUnsafeBytes { pwrite(file, $0.baseAddress, slabBytes, off_t(offset)) }
        guard written == slabBytes else { throw Self.noRoom(errno) }
        return try words(mmap(nil, slabBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, off_t(offset)))
    }

    private func words(_ address: UnsafeMutableRawPointer?) throws(ReconstructionError) -> UnsafeMutablePointer<UInt32> {
        guard let address, address != MAP_FAILED else { throw Self.noRoom(errno) }
        return address.bindMemory(to: UInt32.self, capacity: Self.slabItems * itemWords)
    }

    private static func openFile() throws(ReconstructionError) -> Int32 {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("diorama-voxels-\(UUID().uuidString)").path
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw noRoom(errno) }
        // Without a name it goes when this process ends, however that happens.
        unlink(path)
        return file
    }

    private static func noRoom(_ code: Int32) -> ReconstructionError {
        .tooLarge(
            "there is no room for more voxels (\(String(cString: strerror(code)))); use larger voxels or free space in "
                + FileManager.default.temporaryDirectory.path)
    }

    @inline(__always)
    subscript(_ number: Int) -> UnsafeMutablePointer<UInt32> {
        slabs[number / Self.slabItems] + (number % Self.slabItems) * itemWords
    }

    /// Notes that an item is used now; `time` grows from 1.
    @inline(__always)
    func use(_ number: Int, time: UInt32) {
        let slab = number / Self.slabItems
        if lastUse[slab] == 0 { residentSlabs += 1 }
        lastUse[slab] = time
    }

    /// Lets the slabs that were used longest ago go from memory until at most `bytes` are there. Those used at `time` or later stay.
    func trim(to bytes: Int, before time: UInt32) {
        guard isPaged, residentBytes > bytes else { return }
        let old = lastUse.indices.filter { lastUse[$0] > 0 && lastUse[$0] < time }.sorted { (lastUse[$0], $0) < (lastUse[$1], $1) }
        for slab in old {
            guard residentBytes > bytes else { return }
            // The pages are a file's: what was written to them stays there.
            madvise(slabs[slab], slabBytes, MADV_DONTNEED)
            lastUse[slab] = 0
            residentSlabs -= 1
        }
    }

    /// Lets go of everything that is paged.
    func releaseAll() {
        guard isPaged else { return }
        for slab in slabs.indices {
            madvise(slabs[slab], slabBytes, MADV_DONTNEED)
            lastUse[slab] = 0
        }
        residentSlabs = 0
    }
}
