import DioramaLibrary

/// The things of a place, one below the other.
extension ReportPages {
    private static let photoEdge = 34.0
    private static let labelWidth = 30.0
    private static let receipt = (width: 40.0, height: 52.0, gap: 4.0)

    func drawSection(_ place: [String], _ entries: ArraySlice<InsuranceReport.Entry>) {
        let total = report.totals.byPlace[place] ?? Total()
        continuation = { [self] in drawPlace("\(pathText(place)) (\(words.continued))", "") }
        // A place begins a page only where its first thing would not follow it.
        y += 6
        let first = entries.first.map { blockHeight($0) } ?? 0
        if y + 12 + min(first, contentHeight - 14) > bottom {
            let kept = continuation
            continuation = nil
            breakPage()
            continuation = kept
        }
        drawPlace(pathText(place), "\(words.things): \(total.things)   \(words.value): \(amounts(total.value))")
        for entry in entries { draw(entry) }
        continuation = nil
    }

    private func drawPlace(_ title: String, _ summary: String) {
        let width = summary.isEmpty ? 0 : canvas.width(of: summary, Self.body)
        let fits = width < contentWidth * 0.55
        let lines = canvas.lines(title, Self.heading, width: contentWidth - 4 - (fits ? width + 4 : 0), maxLines: 3)
        let height = Double(lines.count) * Self.heading.lineHeight + 3 + (fits ? 0 : Self.body.lineHeight)
        canvas.fill(x: left, y: y, width: contentWidth, height: height, ink: .shade)
        for (i, line) in lines.enumerated() {
            canvas.text(line, x: left + 2, y: y + 5.4 + Double(i) * Self.heading.lineHeight, style: Self.heading, ink: .accent)
        }
        if fits {
            canvas.text(summary, x: left + contentWidth - 2, y: y + 5.4, style: Self.body, anchor: 1)
        } else {
            let line = canvas.shortened(summary, Self.body, width: contentWidth - 4)
            canvas.text(line, x: left + 2, y: y + height - 2.2, style: Self.body)
        }
        y += height + 3
    }

    // MARK: One thing

    private func facts(_ thing: Thing) -> [(label: String, value: String)] {
        var facts: [(String, String)] = []
        func add(_ label: String, _ parts: String?...) {
            let text = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
            if !text.isEmpty { facts.append((label, text)) }
        }
        add(words.brandModel, thing.brand, thing.model)
        add(words.serial, thing.serial)
        add(words.category, thing.category)
        add(words.condition, thing.condition)
        add(words.quantity, "\(thing.quantity)")
        add(words.purchased, thing.purchased.map { DateText($0).dayText }, thing.seller)
        add(words.price, thing.price?.text(numbers))
        add(words.value, thing.value?.text(numbers))
        if thing.quantity > 1, let value = thing.value {
            // The totals were computed before: this can't overflow.
            add(words.total, Money(minorUnits: value.minorUnits &* Int64(thing.quantity), currency: value.currency).text(numbers))
        }
        add(words.warranty, thing.warrantyUntil.map { DateText($0).dayText })
        add(words.insured, thing.isInsured ? words.yes : words.no)
        for field in thing.fields {
            switch field.value {
            case .money(let money): add(field.name, money.text(numbers))
            case .flag(let flag): add(field.name, flag ? words.yes : words.no)
            case .other: break
            default: add(field.name, field.value.plainText)
            }
        }
        let notes = String(thing.notes.prefix(InsuranceReport.maxNoteCharacters))
        add(words.notes, notes.count < thing.notes.count ? notes + "…" : notes)
        return facts
    }

    private func textLeft(_ entry: InsuranceReport.Entry) -> Double { left + (entry.photos.isEmpty ? 0 : Self.photoEdge + 5) }

    /// The lines of a thing's facts: a label, empty on further lines, and a text.
    private func lines(_ entry: InsuranceReport.Entry) -> [(label: String, text: String)] {
        let width = left + contentWidth - textLeft(entry) - Self.labelWidth
        return facts(entry.item.thing).flatMap { label, value in
            canvas.lines(value, Self.body, width: width).enumerated().map { i, line in (i == 0 ? label : "", line) }
        }
    }

    private func nameLines(_ entry: InsuranceReport.Entry) -> [String] {
        canvas.lines(entry.item.thing.name, Self.name, width: left + contentWidth - textLeft(entry))
    }

    private func photosHeight(_ entry: InsuranceReport.Entry) -> Double {
        let count = min(entry.photos.count, InsuranceReport.maxPhotos)
        return count == 0 ? 0 : Self.photoEdge + (count > 1 ? 1.5 + smallEdge : 0)
    }

    private var smallEdge: Double { (Self.photoEdge - 3) / 3 }

    /// The height of a thing up to its receipts.
    private func blockHeight(_ entry: InsuranceReport.Entry) -> Double {
        let text = Double(nameLines(entry).count) * Self.name.lineHeight + Double(lines(entry).count) * Self.body.lineHeight + 1
        return max(text, photosHeight(entry)) + 4
    }

    private func draw(_ entry: InsuranceReport.Entry) {
        let thing = entry.item.thing
        let photos = photosHeight(entry)
        // What fits a page is not divided; of what does not, the photos and some lines are kept together.
        let height = blockHeight(entry)
        ensure(height <= contentHeight - 14 ? height : max(photos, 40))
        let firstPage = pageNumber
        let start = y
        drawPhotos(entry, at: start)
        let x = textLeft(entry)
        for line in nameLines(entry) {
            canvas.text(line, x: x, y: y + Self.name.size, style: Self.name)
            y += Self.name.lineHeight
        }
        y += 1
        for (label, text) in lines(entry) {
            ensure(Self.body.lineHeight)
            if !label.isEmpty {
                let label = canvas.shortened(label, Self.body, width: Self.labelWidth - 2)
                canvas.text(label, x: x, y: y + Self.body.size, style: Self.body, ink: .gray)
            }
            canvas.text(text, x: x + Self.labelWidth, y: y + Self.body.size, style: Self.body)
            y += Self.body.lineHeight
        }
        if pageNumber == firstPage { y = max(y, start + photos) }
        drawReceipts(entry, of: thing.name)
        y += 2
        canvas.rule(x: left, y: y, width: contentWidth)
        y += 3
    }

    private func drawPhotos(_ entry: InsuranceReport.Entry, at top: Double) {
        for (i, photo) in entry.photos.prefix(InsuranceReport.maxPhotos).enumerated() {
            if i == 0 {
                drawImage(photo, x: left, y: top, width: Self.photoEdge, height: Self.photoEdge, of: entry.item.thing.name)
            } else {
                let x = left + Double(i - 1) * (smallEdge + 1.5)
                drawImage(
                    photo, x: x, y: top + Self.photoEdge + 1.5, width: smallEdge, height: smallEdge, of: entry.item.thing.name)
            }
        }
    }

    private func drawReceipts(_ entry: InsuranceReport.Entry, of thing: String) {
        let images = entry.receipts.filter(\.isImage).prefix(InsuranceReport.maxReceipts)
        if images.isEmpty { return }
        let (width, height, gap) = Self.receipt
        let perRow = max(1, Int((contentWidth + gap) / (width + gap)))
        let rowHeight = height + 2 * Self.small.lineHeight + 3
        y += 2
        ensure(Self.body.lineHeight + rowHeight)
        canvas.text(words.receipts, x: left, y: y + Self.body.size, style: Self.bold)
        y += Self.body.lineHeight + 1
        for (i, file) in images.enumerated() {
            let column = i % perRow
            if column == 0 && i > 0 {
                y += rowHeight
                ensure(rowHeight)
            }
            let x = left + Double(column) * (width + gap)
            canvas.stroke(x: x, y: y, width: width, height: height, line: 0.1, ink: .line)
            drawImage(file, x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, of: thing)
            for (n, line) in canvas.lines(file.caption, Self.small, width: width, maxLines: 2).enumerated() {
                canvas.text(
                    line, x: x, y: y + height + Self.small.size + 0.8 + Double(n) * Self.small.lineHeight, style: Self.small,
                    ink: .gray)
            }
        }
        y += rowHeight
    }
}
