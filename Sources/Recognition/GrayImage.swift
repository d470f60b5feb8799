import CVision
import Images

/// An image of 8-bit grey levels, 0 black, 255 white.
public typealias GrayImage = Image<UInt8>

extension Image where Pixel == SIMD4<UInt8> {
    /// The image in grey: luma of BT.601, transparent parts on white.
    public var gray: GrayImage {
        var result = GrayImage(width: width, height: height, repeating: 0)
        pixels.withUnsafeBufferPointer { source in
            result.pixels.withUnsafeMutableBufferPointer { target in
                for i in source.indices {
                    let p = SIMD4<UInt32>(truncatingIfNeeded: source[i])
                    let luma = (p.x * 77 + p.y * 150 + p.z * 29 + 128) >> 8
                    target[i] = p.w == 255 ? UInt8(luma) : UInt8((luma * p.w + 255 * (255 - p.w) + 127) / 255)
                }
            }
        }
        return result
    }
}

extension Image where Pixel == UInt8 {
    /// The largest image that is recognized: 100 megapixels, and no side longer than 32,767 pixels (the limit of OpenCV's `remap`).
    static var recognitionLimit: Int { 100_000_000 }

    /// Refuses images that have no pixels or too many.
    func checkSize() throws(RecognitionError) {
        guard width > 0, height > 0 else {
            throw RecognitionError(.badInput, input: "image", problem: "has no pixels (\(width)x\(height))")
        }
        guard width <= 32_767, height <= 32_767, width * height <= Self.recognitionLimit else {
            throw RecognitionError(
                .badInput, input: "image", problem: "is too large (\(width)x\(height), at most 100 megapixels, 32767 a side)",
                remedy: "make it smaller")
        }
    }

    /// The image with its longest side at `edge` pixels, never larger than it is unless `enlarge`.
    func scaled(toLongestSide edge: Int, enlarge: Bool = false) throws(RecognitionError) -> GrayImage {
        let longest = max(width, height)
        guard longest > 0, longest != edge, enlarge || longest > edge else { return self }
        let factor = Double(edge) / Double(longest)
        return try resized(
            width: max(1, Int((Double(width) * factor).rounded())), height: max(1, Int((Double(height) * factor).rounded())))
    }

    /// The image at another size: the mean of the area when smaller, bicubic when larger.
    func resized(width newWidth: Int, height newHeight: Int) throws(RecognitionError) -> GrayImage {
        guard newWidth != width || newHeight != height else { return self }
        return try filtered(width: newWidth, height: newHeight) { source, target in
            cvision_resize(source, Int32(width), Int32(height), target, Int32(newWidth), Int32(newHeight))
        }
    }

    /// The image with stronger local contrast.
    func equalized(clip: Double) throws(RecognitionError) -> GrayImage {
        try filtered(width: width, height: height) { source, target in
            cvision_equalize(source, Int32(width), Int32(height), clip, target)
        }
    }

    /// Unsharp masking with a Gaussian of `sigma` pixels.
    func sharpened(sigma: Double, amount: Double) throws(RecognitionError) -> GrayImage {
        try filtered(width: width, height: height) { source, target in
            cvision_sharpen(source, Int32(width), Int32(height), sigma, amount, target)
        }
    }

    /// Samples the image at `matrix` (row-major 3 x 3, result to source) times each pixel of the result; outside is `border`.
    func warped(by matrix: [Double], width newWidth: Int, height newHeight: Int, border: UInt8 = 255) throws(RecognitionError)
        -> GrayImage
    {
        precondition(matrix.count == 9)
        return try filtered(width: newWidth, height: newHeight) { source, target in
            cvision_warp(source, Int32(width), Int32(height), matrix, Int32(border), target, Int32(newWidth), Int32(newHeight))
        }
    }

    /// The image turned by quarter turns clockwise.
    func turned(quarters: Int) -> GrayImage {
        let turns = ((quarters % 4) + 4) % 4
        if turns == 0 { return self }
        let newWidth = turns == 2 ? width : height
        let newHeight = turns == 2 ? height : width
        var result = GrayImage(width: newWidth, height: newHeight, repeating: 0)
        pixels.withUnsafeBufferPointer { source in
            result.pixels.withUnsafeMutableBufferPointer { target in
                for y in 0..<height {
                    for x in 0..<width {
                        let place =
                            switch turns {
                            case 1: x * newWidth + (height - 1 - y)
                            case 2: (height - 1 - y) * newWidth + (width - 1 - x)
                            default: (width - 1 - x) * newWidth + y
                            }
                        target[place] = source[y * width + x]
                    }
                }
            }
        }
        return result
    }

    /// Runs a function of the shim that fills an image of the given size.
    private func filtered(
        width newWidth: Int, height newHeight: Int, _ body: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int32
    ) throws(RecognitionError) -> GrayImage {
        try checkSize()
        guard newWidth > 0, newHeight > 0, newWidth <= 32_767, newHeight <= 32_767, newWidth * newHeight <= Self.recognitionLimit
        else {
            throw RecognitionError(.badInput, input: "image", problem: "can't be processed at \(newWidth)x\(newHeight) pixels")
        }
        var result = GrayImage(width: newWidth, height: newHeight, repeating: 0)
        let status = pixels.withUnsafeBufferPointer { source in
            result.pixels.withUnsafeMutableBufferPointer { target in body(source.baseAddress!, target.baseAddress!) }
        }
        guard status >= 0 else { throw RecognitionError.vision("image") }
        return result
    }
}

extension RecognitionError {
    /// The last error of the OpenCV shim in this thread.
    static func vision(_ input: String) -> RecognitionError {
        RecognitionError(.failure, input: input, problem: "OpenCV failed: \(String(cString: cvision_error()).prefix(200))")
    }
}
