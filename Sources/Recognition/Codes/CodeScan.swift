import CBarcodes

/// Reads codes in this process. zxing-cpp's assertions end the process on some photos: `CodeReader` reads in a child process.
enum CodeScan {
    /// All codes of a grey image, without duplicates.
    static func read(_ image: GrayImage) -> [ScannedCode] {
        var found: [ScannedCode] = []
        func add(_ codes: [ScannedCode]) {
            for code in codes where !found.contains(where: { $0.format == code.format && $0.text == code.text }) {
                found.append(code)
            }
        }
        add(pass(image, family: CBARCODES_LINEAR, part: Part(image)))
        add(pass(image, family: CBARCODES_MATRIX, part: Part(image)))
        add(pass(image, family: CBARCODES_DATA_MATRIX, part: Part(image)))
        // zxing-cpp 1.4 finds Data Matrix only across the middle row or column of what it is given.
        for edge in tileEdges(image) {
            for part in tiles(image, edge: edge) { add(pass(image, family: CBARCODES_DATA_MATRIX, part: part)) }
        }
        return found
    }

    /// A rectangle of the image in pixels.
    private struct Part {
        var x = 0
        var y = 0
        var width: Int
        var height: Int

        init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        init(_ image: GrayImage) {
            width = image.width
            height = image.height
        }
    }

    /// Tile sizes: codes of about a quarter of a tile are found in it.
    private static func tileEdges(_ image: GrayImage) -> [Int] {
        let longest = max(image.width, image.height)
        return [longest / 2, longest / 4].filter { $0 >= 48 }
    }

    /// Squares that overlap by three quarters in one direction: a code is found where it touches the middle row of a tile.
    private static func tiles(_ image: GrayImage, edge: Int) -> [Part] {
        var result: [Part] = []
        let step = max(16, edge / 4)
        var y = 0
        while true {
            let top = min(y, max(0, image.height - edge))
            var x = 0
            while true {
                let left = min(x, max(0, image.width - edge))
                result.append(Part(x: left, y: top, width: min(edge, image.width), height: min(edge, image.height)))
                if x + edge >= image.width { break }
                x += edge / 2
            }
            if y + edge >= image.height { break }
            y += step
        }
        return result
    }

    private static func pass(_ image: GrayImage, family: Int, part: Part) -> [ScannedCode] {
        guard part.width > 0, part.height > 0 else { return [] }
        var codes = [CBarcode](repeating: CBarcode(), count: 64)
        let count = image.pixels.withUnsafeBufferPointer { pixels in
            cbarcodes_read(
                pixels.baseAddress! + part.y * image.width + part.x, Int32(part.width), Int32(part.height), Int32(image.width),
                Int32(family), &codes, Int32(codes.count))
        }
        guard count > 0 else { return [] }
        defer { cbarcodes_free(&codes, count) }
        return codes.prefix(Int(count)).map { code in
            let c = code.corners
            let numbers = [c.0, c.1, c.2, c.3, c.4, c.5, c.6, c.7].map(Int.init)
            let corners = (0..<4).map { ScannedCode.Corner(x: numbers[2 * $0] + part.x, y: numbers[2 * $0 + 1] + part.y) }
            let bytes = UnsafeRawBufferPointer(start: code.text, count: Int(code.text_length))
            return ScannedCode(
                format: ScannedCode.Format(zxing: text(of: code.format)), text: String(decoding: bytes, as: UTF8.self),
                isGS1: code.is_gs1 != 0, corners: corners)
        }
    }

    /// A text in a C array of characters.
    private static func text<T>(of characters: T) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
