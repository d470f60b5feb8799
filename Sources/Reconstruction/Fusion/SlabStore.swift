import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Numbered items of equal size, zero at first, in slabs that never move, so that growing copies nothing and pointers stay good.
///
/// Slabs that were not used for long can be moved out to a temporary file without a name: the file is then mapped where the slab
/// was, so that its pages leave memory and come back by themselves when they are next looked at.
final class SlabStore {
    static let slabItems = 2048
    private let itemWords: Int
    private var file: Int32 = -1
    private var slabs: [Slab] = []
    private(set) var count = 0
    /// Bytes of slabs that are in memory, as far as `use` and `trim` can tell.
    private(set) var residentBytes = 0

    private struct Slab {
        let words: UnsafeMutablePointer<UInt32>
        /// When it was last used; 0 where it was moved out and not used since.
        var lastUse: UInt32
        var isInFile = false
    }

    init(itemWords: Int) { self.itemWords = itemWords }

    deinit {
        for slab in slabs { munmap(slab.words, slabBytes) }
        if file >= 0 { close(file) }
    }

    private var slabBytes: Int { Self.slabItems * itemWords * 4 }

    @inline(__always)
    subscript(_ number: Int) -> UnsafeMutablePointer<UInt32> {
        slabs[number / Self.slabItems].words + (number % Self.slabItems) * itemWords
    }

    /// Makes room for items up to `count`, all zero.
    /// - Throws: `tooLarge` where the system gives no more memory.
    func grow(to count: Int, time: UInt32) throws(ReconstructionError) {
        while slabs.count * Self.slabItems < count {
            slabs.append(Slab(words: try allocate(), lastUse: time))
            residentBytes += slabBytes
        }
        self.count = max(self.count, count)
    }

    /// Memory in huge pages where the system has them: with small ones, looking addresses up takes longer.
    private func allocate() throws(ReconstructionError) -> UnsafeMutablePointer<UInt32> {
        let page = 2 << 20
        let room = mmap(nil, slabBytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let room, room != MAP_FAILED else { throw Self.noRoom(errno) }
        // From the first whole page on; what is left over before and after goes back.
        let before = (page - Int(bitPattern: room) % page) % page
        let slab = room + before
        if before > 0 { munmap(room, before) }
        if before < page { munmap(slab + slabBytes, page - before) }
        #if os(Linux)
            madvise(slab, slabBytes, MADV_HUGEPAGE)
        #endif
        return slab.bindMemory(to: UInt32.self, capacity: slabBytes / 4)
    }

    /// Notes that an item is used now; `time` grows from 1.
    @inline(__always)
    func use(_ number: Int, time: UInt32) {
        let slab = number / Self.slabItems
        if slabs[slab].lastUse == 0 { residentBytes += slabBytes }
        slabs[slab].lastUse = time
    }

    /// Moves those slabs out that were used longest ago until at most `bytes` stay. Those used at `time` or later stay in any case.
    /// There must be no concurrent reads or writes.
    /// - Throws: `tooLarge` where the temporary file finds no room; all items are still there then.
    func trim(to bytes: Int, before time: UInt32) throws(ReconstructionError) {
        guard residentBytes > bytes else { return }
        let old = slabs.indices.filter { slabs[$0].lastUse > 0 && slabs[$0].lastUse < time }
            .sorted { (slabs[$0].lastUse, $0) < (slabs[$1].lastUse, $1) }
        for slab in old {
            guard residentBytes > bytes else { return }
            try moveOut(slab)
            slabs[slab].lastUse = 0
            residentBytes -= slabBytes
        }
    }

    /// Lets the pages go again that came back from the file by being looked at, without `use`.
    func release() {
        for slab in slabs where slab.isInFile && slab.lastUse == 0 { madvise(slab.words, slabBytes, MADV_DONTNEED) }
    }

    private func moveOut(_ slab: Int) throws(ReconstructionError) {
        guard !slabs[slab].isInFile else {
            // What was written to a file's pages stays in the file.
            madvise(slabs[slab].words, slabBytes, MADV_DONTNEED)
            return
        }
        if file < 0 { file = try Self.openFile() }
        let start = slab * slabBytes
        var done = 0
        while done < slabBytes {
            let written = pwrite(file, UnsafeRawPointer(slabs[slab].words) + done, slabBytes - done, off_t(start + done))
            guard written > 0 else { throw Self.noRoom(written < 0 ? errno : ENOSPC) }
            done += written
        }
        let mapped = mmap(slabs[slab].words, slabBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, off_t(start))
        guard mapped == UnsafeMutableRawPointer(slabs[slab].words) else { throw Self.noRoom(errno) }
        slabs[slab].isInFile = true
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
            "there is no memory or disk space for more voxels (\(String(cString: strerror(code)))); "
                + "use larger voxels, or free memory and space in "
                + FileManager.default.temporaryDirectory.path)
    }
}
