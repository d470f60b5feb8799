import Spaces

#if canImport(Glibc)
    import Glibc
#endif

extension QRCode {
    /// The code as lines of half-block characters, two rows of modules per line, with a border.
    ///
    /// Light modules are drawn as blocks, as on a dark terminal. On a terminal the colours are set, so that it can be scanned on
    /// any background.
    var terminalText: String {
        let border = 4
        func isLight(_ x: Int, _ y: Int) -> Bool {
            let isInside = (0..<size).contains(x) && (0..<size).contains(y)
            return !isInside || !isDark(x, y)
        }
        let setsColors = isatty(1) == 1
        return stride(from: -border, to: size + border, by: 2).map { y in
            let line = (-border..<size + border).map { x in
                // The border ends with the last row of an odd number of rows.
                switch (isLight(x, y), y + 1 < size + border && isLight(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
            return setsColors ? "\u{1B}[38;5;231;48;5;16m\(line)\u{1B}[0m" : line
        }.joined(separator: "\n")
    }
}
