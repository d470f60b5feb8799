import DioramaLibrary

/// The first pages: who, when, and the totals; and the last ones: documents that are not shown.
extension ReportPages {
    func drawSummary() {
        let title = PDFCanvas.Style(size: 8, isBold: true)
        y += 16
        for line in canvas.lines(words.title, title, width: contentWidth) {
            canvas.text(line, x: left, y: y, style: title, ink: .accent)
            y += title.lineHeight
        }
        y += 4
        let all = report.totals.all
        var facts = [(words.date, DateText(report.date).dayText), (words.things, "\(all.things)"), (words.items, "\(all.items)")]
        if !report.owner.isEmpty { facts.insert((words.owner, report.owner), at: 0) }
        if all.withoutValue > 0 { facts.append((words.withoutValue, "\(all.withoutValue)")) }
        let style = PDFCanvas.Style(size: 3.6)
        for (label, value) in facts {
            canvas.text(label, x: left, y: y, style: style, ink: .gray)
            for line in canvas.lines(value, style, width: contentWidth - 45, maxLines: 3) {
                canvas.text(line, x: left + 45, y: y, style: style)
                y += style.lineHeight + 0.8
            }
        }
        y += 8
        drawCurrencies(all)
        drawPlaces()
    }

    private func drawCurrencies(_ all: Total) {
        let codes = Set(all.value.minorUnits.keys).union(all.price.minorUnits.keys).sorted()
        func amount(_ amounts: CurrencyAmounts, _ code: String) -> String {
            amounts.minorUnits[code].map { Money(minorUnits: $0, currency: code).amount(numbers) } ?? "–"
        }
        drawTable(
            columns: [(words.currency, 0.16), (words.value, 0.28), (words.insuredValue, 0.28), (words.purchasePrice, 0.28)],
            rows: codes.map { [$0, amount(all.value, $0), amount(all.insured, $0), amount(all.price, $0)] },
            rightAligned: [1, 2, 3])
    }

    private func drawPlaces() {
        y += 8
        ensure(30)
        canvas.text(words.byPlace, x: left, y: y, style: Self.heading, ink: .accent)
        y += 4
        let places = report.totals.byPlace.map { (key: $0.key.map(SortKey.init), path: $0.key, total: $0.value) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        drawTable(
            columns: [(words.place, 0.5), (words.things, 0.14), (words.value, 0.36)],
            rows: places.map { [pathText($0.path), "\($0.total.things)", amounts($0.total.value)] }, rightAligned: [1, 2])
    }

    /// The documents that are not shown as images: a list with thing, place and name.
    func drawDocuments() {
        var rows: [[String]] = []
        for entry in report.entries {
            let images = entry.receipts.filter(\.isImage)
            let listed = entry.receipts.filter { !$0.isImage } + images.dropFirst(InsuranceReport.maxReceipts)
            for file in listed { rows.append([file.caption, entry.item.thing.name, pathText(entry.item.place)]) }
        }
        if rows.isEmpty { return }
        continuation = nil
        breakPage()
        canvas.text(words.documents, x: left, y: y + 3, style: Self.heading, ink: .accent)
        y += 8
        drawTable(columns: [(words.document, 0.4), (words.thing, 0.3), (words.place, 0.3)], rows: rows, rightAligned: [])
    }

    /// A table whose header is repeated on each page. Columns have their share of the width; texts wrap.
    private func drawTable(columns: [(title: String, share: Double)], rows: [[String]], rightAligned: Set<Int>) {
        let style = Self.body
        let padding = 1.5
        var offsets: [Double] = []
        var x = left
        for column in columns {
            offsets.append(x)
            x += column.share * contentWidth
        }
        func drawRow(_ cells: [[String]], _ style: PDFCanvas.Style) {
            for (i, lines) in cells.enumerated() {
                let width = columns[i].share * contentWidth
                for (n, line) in lines.enumerated() {
                    let baseline = y + Double(n) * style.lineHeight + style.size + 0.6
                    if rightAligned.contains(i) {
                        canvas.text(line, x: offsets[i] + width - padding, y: baseline, style: style, anchor: 1)
                    } else {
                        canvas.text(line, x: offsets[i] + padding, y: baseline, style: style)
                    }
                }
            }
        }
        func height(_ cells: [[String]]) -> Double { Double(cells.map(\.count).max() ?? 1) * style.lineHeight + 2 }
        func drawHeader() {
            let cells = columns.map { canvas.lines($0.title, Self.bold, width: $0.share * contentWidth - 2 * padding, maxLines: 2) }
            canvas.fill(x: left, y: y, width: contentWidth, height: height(cells), ink: .shade)
            drawRow(cells, Self.bold)
            y += height(cells)
        }
        ensure(20)
        drawHeader()
        continuation = { drawHeader() }
        for row in rows {
            let cells = row.enumerated().map { i, text in
                canvas.lines(text, style, width: columns[i].share * contentWidth - 2 * padding, maxLines: 6)
            }
            ensure(height(cells))
            drawRow(cells, style)
            y += height(cells)
            canvas.rule(x: left, y: y, width: contentWidth, line: 0.1)
        }
        continuation = nil
    }
}
