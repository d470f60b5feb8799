import CVision
import Dispatch
import Foundation
import Images
import Synchronization

/// Reads the text of labels in photos, with Tesseract's models on this machine.
///
/// Labels are found as quadrilaterals and seen straight on, tilted and turned photos are levelled, and lines with digits (serial
/// numbers, models, dates) are read again from several preparations, of which the readings are put to a vote.
public final class TextReader: Sendable {
    private let languages: [String]
    private let engines = Mutex<Engines?>(nil)

    /// A reader of these languages (Tesseract's codes), as far as they are installed.
    public init(languages: [String] = TextLanguages.preferred) { self.languages = languages }

    /// Tesseract with all languages, and without dictionaries for numbers. Both are used under the lock only.
    private struct Engines: @unchecked Sendable {
        let words: TesseractEngine
        let numbers: TesseractEngine
    }

    /// The text of an image, lines from top to bottom. Takes 0.5 to 4 seconds of one core.
    /// - Throws: `RecognitionError` where the image has no pixels or too many, or no language is installed.
    public func read(_ image: GrayImage) async throws(RecognitionError) -> TextResult {
        try image.checkSize()
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<TextResult, RecognitionError>, Never>) in
            DispatchQueue.global().async { continuation.resume(returning: self.readBlocking(image)) }
        }
        return try outcome.get()
    }

    /// The text of a colour image.
    public func read(_ image: ColorImage) async throws(RecognitionError) -> TextResult { try await read(image.gray) }

    /// - Returns: what `read` returns or throws. Blocks the thread while it works.
    func readBlocking(_ image: GrayImage) -> Result<TextResult, RecognitionError> {
        let available = languages.filter { TextLanguages.installed.contains($0) }
        guard !available.isEmpty else {
            let packages = languages.map { "tesseract-ocr-\($0)" }.joined(separator: " ")
            return .failure(
                RecognitionError(
                    .missing, input: "text recognition", problem: "no language model is installed",
                    remedy: "install them (on Debian: apt install \(packages))"))
        }
        return engines.withLock { engines in
            do throws(RecognitionError) {
                let ready: Engines
                if let engines {
                    ready = engines
                } else {
                    let base = available.contains("eng") ? ["eng"] : [available[0]]
                    ready = Engines(
                        words: try TesseractEngine(languages: available, usesDictionary: true),
                        numbers: try TesseractEngine(languages: base, usesDictionary: false))
                    engines = ready
                }
                let lines = try Self.lines(image, words: ready.words, numbers: ready.numbers)
                return .success(TextResult(lines: lines, notice: TextLanguages.notice(wanted: languages)))
            } catch { return .failure(error) }
        }
    }

    // MARK: Planes

    /// The longest side at which text is looked for.
    private static let searchSide = 1400.0

    /// Readable text of a plane: the lengths of words times their confidence.
    private static func amount(_ words: [TesseractEngine.Word]) -> Double {
        words.reduce(0) { sum, word in
            let letters = word.text.filter { $0.isLetter || $0.isNumber }.count
            return word.confidence >= 0.5 && letters >= 2 ? sum + Double(letters) * word.confidence : sum
        }
    }

    private static func lines(_ image: GrayImage, words: TesseractEngine, numbers: TesseractEngine) throws(RecognitionError)
        -> [TextLine]
    {
        // Without contrast there is no text; Tesseract would spend seconds on noise.
        guard min(image.width, image.height) >= 12, image.contrast >= 12 else { return [] }
        let longest = Double(max(image.width, image.height))
        let scale = min(2, searchSide / longest)
        var best: (amount: Double, plane: TextPlane)?
        func consider(_ plane: TextPlane) throws(RecognitionError) {
            let found = amount(try numbers.words(plane.image, layout: .sparse))
            if found > best?.amount ?? 0 { best = (found, plane) }
        }
        var planes = [try TextPlane.whole(image, quarters: 0, degrees: 0, scale: scale)]
        var angle = 0.0
        let upright = planes[0].image
        if cvision_text_angle(upright.pixels, Int32(upright.width), Int32(upright.height), &angle) == 0, abs(angle) > 1.5 {
            planes.append(try TextPlane.whole(image, quarters: 0, degrees: angle, scale: scale))
        }
        planes += try labels(image)
        for plane in planes { try consider(plane) }
        // Enough text for a label that is upright; else it may be turned.
        if best?.amount ?? 0 < 24 {
            for plane in planes {
                for quarters in [1, 3, 2] { try consider(plane.turned(quarters)) }
            }
        }
        guard let best else { return [] }
        return try read(best.plane, words: words, numbers: numbers)
    }

    /// The quadrilaterals of the image as planes, largest first.
    private static func labels(_ image: GrayImage) throws(RecognitionError) -> [TextPlane] {
        let small = try image.scaled(toLongestSide: 800)
        let factor = Float(image.width) / Float(small.width)
        var corners = [Float](repeating: 0, count: 8 * 3)
        let count = cvision_quadrilaterals(small.pixels, Int32(small.width), Int32(small.height), 0.04, &corners, 3)
        guard count >= 0 else { throw RecognitionError.vision("image") }
        var planes: [TextPlane] = []
        for i in 0..<Int(count) {
            let quad = corners[i * 8..<i * 8 + 8].map { $0 * factor }
            if let plane = try TextPlane.quadrilateral(image, corners: quad, longestSide: searchSide) { planes.append(plane) }
        }
        return planes
    }

    // MARK: Lines

    private static func read(_ plane: TextPlane, words: TesseractEngine, numbers: TesseractEngine) throws(RecognitionError)
        -> [TextLine]
    {
        var lines: [TextLine] = []
        let found = try words.words(plane.image, layout: .sparse)
        for group in grouped(found) {
            guard let bounds = union(group.map(\.bounds)) else { continue }
            let line = joined(group)
            guard line.confidence >= 0.25, line.text.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
            var result = TextLine(text: line.text, confidence: line.confidence, bounds: plane.original(bounds))
            if line.text.contains(where: \.isNumber) {
                try vote(&result, first: line, plane: plane, bounds: bounds, numbers: numbers)
            }
            lines.append(result)
        }
        return lines
    }

    /// Reads a line from several preparations; the text that most of them agree on replaces that of `line`.
    private static func vote(
        _ line: inout TextLine, first: (text: String, confidence: Double), plane: TextPlane, bounds: TextLine.Bounds,
        numbers: TesseractEngine
    ) throws(RecognitionError) {
        guard let crop = plane.crop(bounds, margin: max(3, bounds.height / 4)) else { return }
        var readings = [first]
        for (height, sharpens) in [(36, false), (44, false), (60, false), (44, true), (64, true)] {
            let factor = Double(height) / Double(crop.height)
            let width = Int((Double(crop.width) * factor).rounded())
            guard width >= 8, width <= 8000 else { continue }
            var prepared = try crop.resized(width: width, height: height)
            if sharpens { prepared = try prepared.sharpened(sigma: Double(height) / 22, amount: 1.2) }
            let words = try numbers.words(prepared.framed(by: 10), layout: .line, seconds: 3)
            let reading = joined(words)
            if !reading.text.isEmpty { readings.append(reading) }
        }
        // Captions may differ by accents and spaces; what follows them decides.
        var votes: [String: Double] = [:]
        for reading in readings { votes[value(reading.text), default: 0] += reading.confidence }
        let ranked = votes.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        let texts = ranked.compactMap { vote in
            // The first reading has the better caption: it comes from all languages.
            readings.first { value($0.text) == vote.key }?.text
        }
        line.text = texts[0]
        line.alternatives = Array(texts.dropFirst())
    }

    /// The letters and digits of a line after its last colon, without spaces.
    private static func value(_ text: String) -> String {
        let tail = text.split(separator: ":").last.map(String.init) ?? text
        return tail.filter { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
    }

    /// Words by line, lines from top to bottom. Parts of a line that Tesseract found apart are joined.
    private static func grouped(_ words: [TesseractEngine.Word]) -> [[TesseractEngine.Word]] {
        var lines: [[TesseractEngine.Word]] = []
        let parts = Dictionary(grouping: words, by: \.line).values.map { $0.sorted { $0.bounds.x < $1.bounds.x } }
            .sorted { ($0[0].bounds.x, $0[0].bounds.y) < ($1[0].bounds.x, $1[0].bounds.y) }
        for part in parts {
            let first = part[0].bounds
            let line = lines.firstIndex { line in
                guard let last = line.last?.bounds else { return false }
                let overlap = min(last.y + last.height, first.y + first.height) - max(last.y, first.y)
                let gap = first.x - last.x - last.width
                let height = max(last.height, first.height)
                return overlap * 2 > min(last.height, first.height) && height < 3 * min(last.height, first.height)
                    && gap > -height / 2
                    && gap < 3 * height
            }
            if let line { lines[line] += part } else { lines.append(part) }
        }
        return lines.sorted { ($0[0].bounds.y, $0[0].bounds.x) < ($1[0].bounds.y, $1[0].bounds.x) }
    }

    private static func joined(_ words: [TesseractEngine.Word]) -> (text: String, confidence: Double) {
        let length = words.reduce(0) { $0 + $1.text.count }
        guard length > 0 else { return ("", 0) }
        let confidence = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(length)
        return (words.map(\.text).joined(separator: " "), confidence)
    }

    private static func union(_ bounds: [TextLine.Bounds]) -> TextLine.Bounds? {
        guard let left = bounds.map(\.x).min(), let top = bounds.map(\.y).min(), let right = bounds.map({ $0.x + $0.width }).max(),
            let bottom = bounds.map({ $0.y + $0.height }).max()
        else { return nil }
        return .init(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Image where Pixel == UInt8 {
    /// The grey levels between the 2nd and the 98th percentile.
    var contrast: Int {
        var histogram = [Int](repeating: 0, count: 256)
        for value in pixels { histogram[Int(value)] += 1 }
        let limit = pixels.count / 50
        var low = 0
        var sum = histogram[0]
        while sum <= limit, low < 255 {
            low += 1
            sum += histogram[low]
        }
        var high = 255
        sum = histogram[255]
        while sum <= limit, high > 0 {
            high -= 1
            sum += histogram[high]
        }
        return max(0, high - low)
    }

    /// The image with a margin in the grey level of its own margin (the median of its edge pixels).
    func framed(by margin: Int) -> GrayImage {
        var edge: [UInt8] = []
        for x in 0..<width { edge += [self[x, 0], self[x, height - 1]] }
        edge.sort()
        var result = GrayImage(width: width + 2 * margin, height: height + 2 * margin, repeating: edge[edge.count / 2])
        for y in 0..<height {
            let start = (y + margin) * result.width + margin
            result.pixels.replaceSubrange(start..<start + width, with: pixels[y * width..<(y + 1) * width])
        }
        return result
    }
}
