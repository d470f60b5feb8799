#if canImport(Glibc)
    import Glibc
#endif

extension Array where Element: BitwiseCopyable {
    /// `count` elements, written on all cores: `fill` writes every element of the range it gets, at its place behind the pointer.
    package init(count: Int, onAllCores fill: (Range<Int>, UnsafeMutablePointer<Element>) -> Void) {
        self.init(unsafeUninitializedCapacity: count) { buffer, used in
            if let base = buffer.baseAddress {
                LargePages.advise(UnsafeRawBufferPointer(buffer))
                nonisolated(unsafe) let base = base
                Parallel.forEachRange(count, minimum: 4096) { fill($0, base) }
            }
            used = count
        }
    }

    /// `count` elements whose values are undefined until they are written, in large pages.
    package init(undefined count: Int) {
        self.init(unsafeUninitializedCapacity: count) { buffer, used in
            LargePages.advise(UnsafeRawBufferPointer(buffer))
            used = count
        }
    }

    /// Whether all elements are so, asked on all cores.
    ///
    /// Inlinable: a generic loop that the caller's module does not specialize takes a hundred times as long.
    @inlinable package func allSatisfyOnAllCores(_ test: (Element) -> Bool) -> Bool {
        withUnsafeBufferPointer { elements in
            let size = 1 << 16
            let answers = [Bool]((elements.count + size - 1) / size) { k in
                var i = k * size
                let end = Swift.min(elements.count, i + size)
                while i < end, test(elements[i]) { i += 1 }
                return i >= end
            }
            return !answers.contains(false)
        }
    }

    /// An element for each number below `count`, each computed on its own by a long task.
    @usableFromInline package init(_ count: Int, onAllCores make: (Int) -> Element) {
        self.init(unsafeUninitializedCapacity: count) { buffer, used in
            nonisolated(unsafe) let buffer = buffer
            Parallel.forEach(count) { buffer.initializeElement(at: $0, to: make($0)) }
            used = count
        }
    }
}

/// Memory in pages of 2 MiB: new memory costs a page fault a page, which is a third of the time that reading a binary file takes.
package enum LargePages {
    /// Advises the system to use large pages for new memory of sufficient size; without effect where it has none.
    package static func advise(_ memory: UnsafeRawBufferPointer) {
        #if os(Linux)
            guard memory.count >= 1 << 22, let base = memory.baseAddress else { return }
            let page = UInt(4096)
            let start = (UInt(bitPattern: base) + page - 1) & ~(page - 1)
            let end = (UInt(bitPattern: base) + UInt(memory.count)) & ~(page - 1)
            // Advice: the result does not matter.
            _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), Int32(MADV_HUGEPAGE))
        #endif
    }
}
