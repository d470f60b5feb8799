import Codecs
import Support

extension AtomicFile {
    /// Writes `count` rows of `stride` bytes; `fill` writes each into the given buffer. Rows are made on all cores, two MiB at a
    /// time, while the rows before them are written.
    mutating func writeRows(
        _ count: Int, stride: Int, progress: ProgressReporter, what: String, fill: (Int, UnsafeMutableRawPointer) -> Void
    ) throws(FormatError) {
        guard count > 0 else { return }
        let rows = max(1, min(count, (1 << 21) / stride))
        // Two halves: one is filled, the other written.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * rows * stride, alignment: 16)
        defer { memory.deallocate() }
        nonisolated(unsafe) var next = memory.baseAddress!
        var last = next + rows * stride
        var first = 0
        var held = 0
        while first < count || held > 0 {
            try progress.step(Double(first) / Double(count), what)
            let n = min(rows, count - first)
            let share = 4096
            var failure: FormatError?
            withUnsafeMutablePointer(to: &self) { file in
                nonisolated(unsafe) let file = file
                withUnsafeMutablePointer(to: &failure) { failure in
                    nonisolated(unsafe) let failure = failure
                    let full = UnsafeRawBufferPointer(start: last, count: held * stride)
                    Parallel.forEach(1 + (n + share - 1) / share) { i in
                        guard i > 0 else {
                            do throws(FormatError) { try file.pointee.put(full) } catch { failure.pointee = error }
                            return
                        }
                        for row in (i - 1) * share..<min(n, i * share) { fill(first + row, next + row * stride) }
                    }
                }
            }
            if let failure { throw failure }
            swap(&next, &last)
            first = first + n
            held = n
        }
    }

    /// Writes the text that `line` appends for each number below `count`, made on all cores and written in order.
    mutating func writeText(
        _ count: Int, progress: ProgressReporter, what: String, line: (Int, inout TextBuffer) -> Void
    ) throws(FormatError) {
        try Self.makeText(count, progress: progress, what: what) { (buffers: [TextBuffer]) throws(FormatError) in
            for buffer in buffers { try putArray(buffer.bytes) }
        } line: {
            line($0, &$1)
        }
    }

    /// The work of `writeText` with another receiver: blocks of text in their order.
    static func makeText(
        _ count: Int, progress: ProgressReporter, what: String, receive: ([TextBuffer]) throws(FormatError) -> Void,
        line: (Int, inout TextBuffer) -> Void
    ) throws(FormatError) {
        let block = 8192
        let blocks = (count + block - 1) / block
        let batch = max(4, Parallel.threads * 2)
        var first = 0
        while first < blocks {
            try progress.step(Double(first) / Double(blocks), what)
            let n = min(batch, blocks - first)
            var buffers = [TextBuffer](repeating: TextBuffer(), count: n)
            buffers.withUnsafeMutableBufferPointer { buffers in
                nonisolated(unsafe) let buffers = buffers
                Parallel.forEach(n) { b in
                    var text = TextBuffer(reserving: block * 40)
                    for i in (first + b) * block..<min(count, (first + b + 1) * block) { line(i, &text) }
                    buffers[b] = text
                }
            }
            try receive(buffers)
            first += n
        }
    }

    /// `write` for code that throws only `FormatError`.
    mutating func put(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
        do throws(FileError) { try write(bytes) } catch { throw FormatError(error) }
    }

    mutating func putArray(_ bytes: [UInt8]) throws(FormatError) {
        do throws(FileError) { try write(bytes) } catch { throw FormatError(error) }
    }

    /// `overwrite` for code that throws only `FormatError`.
    mutating func put(_ bytes: [UInt8], at place: Int) throws(FormatError) {
        do throws(FileError) { try overwrite(bytes, at: Int64(place)) } catch { throw FormatError(error) }
    }

    mutating func put(_ text: String) throws(FormatError) { try putArray(Array(text.utf8)) }
}
