extension PDFCanvas {
    /// A text divided into lines of at most a width: at spaces, within words that are longer than a line, and at line ends.
    /// - Parameter maxLines: further text is left out, the last line ends with an ellipsis.
    func lines(_ text: String, _ style: Style, width limit: Double, maxLines: Int = .max) -> [String] {
        var lines: [String] = []
        let space = width(of: " ", style)
        paragraphs: for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            var length = 0.0
            for word in paragraph.split(separator: " ") {
                for part in pieces(String(word), style, limit) {
                    let partWidth = width(of: part, style)
                    if !line.isEmpty && length + space + partWidth > limit {
                        lines.append(line)
                        if lines.count > maxLines { break paragraphs }
                        line = ""
                        length = 0
                    }
                    length += (line.isEmpty ? 0 : space) + partWidth
                    line += (line.isEmpty ? "" : " ") + part
                }
            }
            lines.append(line)
            if lines.count > maxLines { break }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if lines.count > maxLines {
            lines.removeLast(lines.count - maxLines)
            if let last = lines.popLast() { lines.append(shortened(last + " …", style, width: limit, always: true)) }
        }
        return lines
    }

    /// A word in parts that fit a line each.
    private func pieces(_ word: String, _ style: Style, _ limit: Double) -> [String] {
        if width(of: word, style) <= limit { return [word] }
        var pieces: [String] = []
        var piece = ""
        var length = 0.0
        for character in word {
            let step = width(of: String(character), style)
            if !piece.isEmpty && length + step > limit {
                pieces.append(piece)
                piece = ""
                length = 0
            }
            piece.append(character)
            length += step
        }
        return pieces + [piece]
    }

    /// A text in one line of at most a width; longer ones begin with an ellipsis.
    func shortenedStart(_ text: String, _ style: Style, width limit: Double) -> String {
        if width(of: text, style) <= limit { return text }
        var kept: [Character] = []
        var length = width(of: "…", style)
        for character in text.reversed() {
            length += width(of: String(character), style)
            if length > limit { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return "…" + String(kept.reversed())
    }

    /// A text in one line of at most a width; longer ones end with an ellipsis.
    /// - Parameter always: the text ends with an ellipsis already, which is kept.
    func shortened(_ text: String, _ style: Style, width limit: Double, always: Bool = false) -> String {
        if width(of: text, style) <= limit { return text }
        let ellipsis = width(of: "…", style)
        var kept = ""
        var length = ellipsis
        for character in always ? text.dropLast() : text[...] {
            length += width(of: String(character), style)
            if length > limit { break }
            kept.append(character)
        }
        while kept.last == " " { kept.removeLast() }
        return kept + "…"
    }
}
