import CSplats
import Foundation

/// The vector unit that the loops run on: the widest one of this machine. Results are the same on all of them.
enum SplatUnits {
    static let best: SplatUnit = SplatUnitIsThere(SplatUnitAVX2) ? SplatUnitAVX2 : SplatUnitBaseline
}

/// Memory that starts at a multiple of 64 bytes and is zero at first.
final class AlignedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Element>
    let count: Int

    init(count: Int) {
        self.count = count
        let bytes = max(count, 1) * MemoryLayout<Element>.stride
        let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        memset(raw, 0, bytes)
        pointer = raw.bindMemory(to: Element.self, capacity: max(count, 1))
    }

    deinit { UnsafeMutableRawPointer(pointer).deallocate() }

    func clear() { memset(pointer, 0, count * MemoryLayout<Element>.stride) }
}
