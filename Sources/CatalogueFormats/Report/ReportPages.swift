import DioramaLibrary
import Foundation
import Images

/// Lays the pages of a report out, from top to bottom.
final class ReportPages {
    let report: InsuranceReport
    let canvas: PDFCanvas
    let words: ReportWords
    let numbers: NumberStyle
    private(set) var notes: [String] = []
    private(set) var pageNumber = 0
    /// Millimetres from the top of the page to what comes next.
    var y = 0.0
    /// Drawn at the top of a page that continues something.
    var continuation: (() -> Void)?
    private let pageCount: Int?
    private let title: String
    private var output: ([UInt8]) throws(CatalogueFormatError) -> Void = { (_) throws(CatalogueFormatError) in }
    private var load: (String) throws -> Data? = { _ in nil }
    private var failure: CatalogueFormatError?

    let left = 18.0
    private let top = 26.0
    private let bottomMargin = 20.0
    var contentWidth: Double { canvas.width - 2 * left }
    var bottom: Double { canvas.height - bottomMargin }
    var contentHeight: Double { bottom - top }

    static let body = PDFCanvas.Style(size: 3.1)
    static let bold = PDFCanvas.Style(size: 3.1, isBold: true)
    static let small = PDFCanvas.Style(size: 2.5)
    static let heading = PDFCanvas.Style(size: 4.4, isBold: true)
    static let name = PDFCanvas.Style(size: 3.9, isBold: true)

    /// - Parameter pageCount: nil to count the pages without drawing them.
    init(_ report: InsuranceReport, pageCount: Int?) {
        self.report = report
        self.pageCount = pageCount
        words = ReportWords.of(report.language)
        numbers = report.language.numberStyle
        title = words.title
        canvas = PDFCanvas(width: report.paper.width, height: report.paper.height, title: title, created: report.date)
        canvas.isDrawing = pageCount != nil
    }

    /// Draws everything.
    func build(
        _ load: (String) throws -> Data?, _ output: ([UInt8]) throws(CatalogueFormatError) -> Void
    ) throws(CatalogueFormatError) {
        try withoutActuallyEscaping(load) { (load) throws(CatalogueFormatError) in
            try withoutActuallyEscaping(output) { (output) throws(CatalogueFormatError) in
                self.load = load
                self.output = output
                defer {
                    self.load = { _ in nil }
                    self.output = { (_) throws(CatalogueFormatError) in }
                    self.continuation = nil
                }
                try drawAll()
            }
        }
    }

    private func drawAll() throws(CatalogueFormatError) {
        beginPage()
        drawSummary()
        var i = 0
        while i < report.entries.count {
            let place = report.entries[i].item.place
            let end = report.entries[i...].firstIndex { $0.item.place != place } ?? report.entries.count
            drawSection(place, report.entries[i..<end])
            if let failure { throw failure }
            i = end
        }
        drawDocuments()
        endPage()
        if let failure { throw failure }
        try canvas.finish()
        if canvas.isDrawing { try output(canvas.takeBytes()) }
    }

    // MARK: Pages

    /// Begins a page with its header and footer.
    private func beginPage() {
        pageNumber += 1
        y = top
        canvas.text(title, x: left, y: 14, style: Self.small, ink: .gray)
        if !report.owner.isEmpty {
            let owner = canvas.shortened(report.owner, Self.small, width: contentWidth * 0.6)
            canvas.text(owner, x: canvas.width - left, y: 14, style: Self.small, ink: .gray, anchor: 1)
        }
        canvas.rule(x: left, y: 16.5, width: contentWidth)
        let foot = canvas.height - 11
        canvas.text(DateText(report.date).dayText, x: left, y: foot, style: Self.small, ink: .gray)
        let page = words.page(pageNumber, of: pageCount ?? pageNumber)
        canvas.text(page, x: canvas.width - left, y: foot, style: Self.small, ink: .gray, anchor: 1)
    }

    private func endPage() {
        canvas.endPage()
        // Errors of writing end the report at the next section: the rest is drawn for nothing, but not written.
        if canvas.isDrawing && failure == nil {
            do throws(CatalogueFormatError) { try output(canvas.takeBytes()) } catch { failure = error }
        }
    }

    /// Begins another page, with what is continued on it.
    func breakPage() {
        endPage()
        beginPage()
        continuation?()
    }

    /// Begins another page unless there are so many millimetres left.
    func ensure(_ height: Double) { if y + height > bottom && y > top + 0.1 { breakPage() } }

    // MARK: Values

    func amounts(_ amounts: CurrencyAmounts) -> String {
        let texts = amounts.amounts.map { $0.text(numbers) }
        return texts.isEmpty ? "–" : texts.joined(separator: ", ")
    }

    func pathText(_ place: [String]) -> String { place.isEmpty ? words.noPlace : place.joined(separator: " › ") }

    // MARK: Images

    /// Draws a photo into the middle of a box, or the reason why it can't be shown.
    func drawImage(_ file: InsuranceReport.File, x: Double, y: Double, width: Double, height: Double, of thing: String) {
        guard canvas.isDrawing, failure == nil else { return }
        let data: Data?
        do { data = try load(file.hash) } catch {
            failure = .unwritable("the file \(file.caption.quoted) of \(thing.quoted) can't be read (\(error))")
            return
        }
        var problem = words.unavailable
        if let data {
            do throws(ImageError) {
                // 200 pixels an inch.
                let image = try ReducedImage([UInt8](data), longEdge: Int(max(width, height) / 25.4 * 200))
                let size = image.fitted(width: width, height: height)
                canvas.image(
                    image.image, jpeg: image.jpeg, x: x + (width - size.width) / 2, y: y + (height - size.height) / 2,
                    width: size.width,
                    height: size.height)
                return
            } catch { problem = error.problem }
        }
        notes.append("\(file.caption.quoted) of \(thing.quoted) is not shown: \(problem)")
        canvas.fill(x: x, y: y, width: width, height: height, ink: .shade)
        let line = canvas.shortened(words.unavailable, Self.small, width: width - 2)
        canvas.text(line, x: x + width / 2, y: y + height / 2 + 1, style: Self.small, ink: .gray, anchor: 0.5)
    }
}
