import Foundation
import Support

/// Labels as PDF, for sheets of labels and rolls.
public struct LabelDocument: Sendable {
    /// The smallest module that phones read from print: 0.4 mm.
    public static let minModule = 0.4
    /// The largest module: larger codes waste paper.
    static let maxModule = 1.0
    /// The largest number of labels of one document.
    public static let maxLabels = 20_000

    private let sheet: LabelSheet
    private let start: Int
    private let date: Date

    /// A document on a kind of sheet.
    /// - Parameters:
    ///   - start: the first label's position on the first sheet, from 1, row by row: those before it were used already.
    ///   - date: the date in the document's properties; the same date, labels and fonts give the same bytes.
    /// - Throws: `CatalogueFormatError` for sizes that can't be drawn and positions that are not on the sheet.
    public init(on sheet: LabelSheet, start: Int = 1, date: Date) throws(CatalogueFormatError) {
        try sheet.check()
        if !(1...sheet.count).contains(start) {
            throw .unwritable("the position \(start) is not on the sheet", remedy: "choose 1 to \(sheet.count)")
        }
        self.sheet = sheet
        self.start = start
        self.date = date
    }

    /// The number of pages for a number of labels.
    public func pageCount(of labels: Int) -> Int { labels <= 0 ? 0 : (start - 1 + labels + sheet.count - 1) / sheet.count }

    /// Writes the labels, atomically.
    /// - Throws: as `pdf`, and where the file can't be written.
    public func write(_ labels: [Label], to url: URL) throws(CatalogueFormatError) {
        let bytes = try pdf(labels)
        do throws(FileError) { try AtomicFile.write(bytes, to: url) } catch { throw CatalogueFormatError(error) }
    }

    /// The labels in memory.
    /// - Throws: `CatalogueFormatError` naming the label whose code would have modules of less than 0.4 mm.
    public func pdf(_ labels: [Label]) throws(CatalogueFormatError) -> [UInt8] {
        if labels.isEmpty { throw .unwritable("there are no labels to print", remedy: "choose some things") }
        if labels.count > Self.maxLabels {
            throw CatalogueFormatError(.tooLarge, "\(labels.count) labels", remedy: "print at most \(Self.maxLabels) at a time")
        }
        let canvas = PDFCanvas(width: sheet.pageWidth, height: sheet.pageHeight, title: "Labels", created: date)
        for (i, label) in labels.enumerated() {
            let position = (start - 1 + i) % sheet.count
            if position == 0 && i > 0 { canvas.endPage() }
            let x = sheet.marginLeft + Double(position % sheet.columns) * sheet.pitchX
            let y = sheet.marginTop + Double(position / sheet.columns) * sheet.pitchY
            if sheet.drawsOutlines {
                canvas.stroke(x: x, y: y, width: sheet.labelWidth, height: sheet.labelHeight, line: 0.1, ink: .line)
            }
            try draw(label, canvas, x: x, y: y)
        }
        canvas.endPage()
        try canvas.finish()
        return canvas.takeBytes()
    }

    // MARK: One label

    /// White around a label's contents, for printers that are a little off; the quiet zone of a code may reach into it.
    private var padding: Double { min(2, sheet.labelHeight * 0.06) }

    /// Whether the text is beside the code, not below it.
    private var isWide: Bool { sheet.labelWidth >= 1.4 * sheet.labelHeight }

    private func draw(_ label: Label, _ canvas: PDFCanvas, x: Double, y: Double) throws(CatalogueFormatError) {
        let height = sheet.labelHeight - 2 * padding
        let width = sheet.labelWidth - 2 * padding
        // Below a code there is room for three lines.
        let edge = isWide ? min(height, width * 0.6) : min(width, height - 3 * 3.4)
        let code = try fitted(label, edge: edge)
        let modules = Double(max(code.width, code.height) + 2 * code.quietZone)
        let module = min(edge / modules, Self.maxModule)
        let size = module * modules
        let codeX = isWide ? x + padding : x + padding + (width - size) / 2
        let codeY = isWide ? y + padding + (height - size) / 2 : y + padding
        draw(code, canvas, x: codeX, y: codeY, module: module)
        // The quiet zone separates the text from the code.
        if isWide {
            let left = codeX + size + (code.quietZone < 2 ? 1 : 0)
            let available = x + sheet.labelWidth - padding - left
            if available >= 6 { drawText(label, canvas, x: left, y: y + padding, width: available, height: height, anchor: 0) }
        } else {
            let top = codeY + size
            drawText(label, canvas, x: x + padding, y: top, width: width, height: y + padding + height - top, anchor: 0.5)
        }
    }

    /// The code of a label: of a text, the one with the most error correction whose modules are large enough.
    private func fitted(_ label: Label, edge: Double) throws(CatalogueFormatError) -> LabelCode {
        func fits(_ code: LabelCode) -> Bool {
            edge / Double(max(code.width, code.height) + 2 * code.quietZone) >= Self.minModule - 1e-9
        }
        let code: LabelCode
        switch label.content {
        case .code(let made):
            code = made
            if fits(code) { return code }
        case .qr(let text):
            for correction in [LabelCode.Correction.quartile, .medium] {
                let code = try LabelCode.qr(text, correction: correction)
                if fits(code) { return code }
            }
            code = try LabelCode.qr(text, correction: .low)
            if fits(code) { return code }
        }
        let modules = max(code.width, code.height) + 2 * code.quietZone
        let needed = (Double(modules) * Self.minModule * 10).rounded(.up) / 10
        throw .unwritable(
            "the code of \(label.name.quoted) has \(modules) modules with its quiet zone and needs \(needed) mm; the label has "
                + "\((edge * 10).rounded() / 10) mm",
            remedy: "choose larger labels, a Data Matrix or a shorter address")
    }

    private func draw(_ code: LabelCode, _ canvas: PDFCanvas, x: Double, y: Double, module: Double) {
        let left = x + Double(code.quietZone) * module
        let top = y + Double(code.quietZone) * module
        var rectangles: [(x: Double, y: Double, width: Double, height: Double)] = []
        for row in 0..<code.height {
            var column = 0
            while column < code.width {
                let start = column
                while column < code.width && code.modules[row * code.width + column] { column += 1 }
                if column > start {
                    rectangles.append(
                        (left + Double(start) * module, top + Double(row) * module, Double(column - start) * module, module))
                }
                column += column == start ? 1 : 0
            }
        }
        // Pure black: printers mix dark grey of dots.
        canvas.fill(rectangles, ink: Ink(0))
    }

    /// Name, identifier and place, as large as there is room for.
    private func drawText(
        _ label: Label, _ canvas: PDFCanvas, x: Double, y: Double, width: Double, height: Double, anchor: Double
    ) {
        let size = min(4.2, max(1.9, height / (isWide ? 6.5 : 4.5)))
        var nameStyle = PDFCanvas.Style(size: size, isBold: true)
        // Rather smaller than with words divided.
        let longest = label.name.split(whereSeparator: \.isWhitespace).map { canvas.width(of: String($0), nameStyle) }.max() ?? 0
        if longest > width { nameStyle.size = max(1.7, size * max(0.65, width / longest * 0.99)) }
        let style = PDFCanvas.Style(size: size * 0.78)
        let further = [(label.shortID, false), (label.place, true)].filter { !$0.0.isEmpty }
        let room = height - Double(further.count) * style.lineHeight
        let nameLines = max(1, min(3, Int(room / nameStyle.lineHeight)))
        var lines = canvas.lines(label.name, nameStyle, width: width, maxLines: nameLines).map { ($0, nameStyle) }
        for (text, isPlace) in further {
            let used = lines.reduce(0) { $0 + $1.1.lineHeight }
            if used + style.lineHeight <= height + 0.1 || lines.isEmpty {
                // The innermost place tells most.
                let line = isPlace ? canvas.shortenedStart(text, style, width: width) : canvas.shortened(text, style, width: width)
                lines.append((line, style))
            }
        }
        var baseline = y + max(0, height - lines.reduce(0) { $0 + $1.1.lineHeight }) / 2
        for (text, style) in lines {
            canvas.text(
                text, x: x + width * anchor, y: baseline + style.size, style: style, ink: Ink(0), anchor: anchor)
            baseline += style.lineHeight
        }
    }
}
