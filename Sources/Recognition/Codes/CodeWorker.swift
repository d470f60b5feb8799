import Foundation

/// The child process that reads codes: what the hidden command `diorama read-codes` calls.
///
/// Standard input: the four bytes "DGRY", width and height as little-endian 32-bit numbers, then width x height grey bytes.
/// Standard output: a JSON array of `ScannedCode`.
public enum CodeWorker {
    /// The argument with which `CodeReader` starts its program.
    public static let argument = "read-codes"

    static let magic = Array("DGRY".utf8)
    static let headerLength = 12

    /// The bytes before the pixels.
    static func header(_ image: GrayImage) -> [UInt8] {
        var bytes = magic
        for number in [UInt32(image.width), UInt32(image.height)] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        return bytes
    }

    /// The codes of an image, read in this process: an assertion of zxing-cpp that fails ends it. Only for images that one made
    /// oneself; `CodeReader` is for photos.
    public static func codes(in image: GrayImage) -> [ScannedCode] {
        guard image.width > 0, image.height > 0, image.width <= 32_767, image.height <= 32_767 else { return [] }
        return CodeScan.read(image)
    }

    /// Reads an image from standard input and writes its codes to standard output.
    /// - Throws: `RecognitionError` where the input is not such an image.
    public static func run() throws(RecognitionError) {
        let image = try read(from: FileHandle.standardInput)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data: Data
        do { data = try encoder.encode(CodeScan.read(image)) } catch {
            throw RecognitionError(.failure, input: "codes", problem: "could not be encoded as JSON (\(error))")
        }
        do { try FileHandle.standardOutput.write(contentsOf: data) } catch {
            throw RecognitionError(.file, input: "standard output", problem: "could not be written (\(error))")
        }
    }

    private static func read(from file: FileHandle) throws(RecognitionError) -> GrayImage {
        let header = try read(headerLength, from: file)
        guard header.count == headerLength, Array(header.prefix(4)) == magic else {
            throw RecognitionError(
                .badInput, input: "standard input", problem: "is not an image of this program",
                remedy: "this command is for the program's own use")
        }
        func number(_ i: Int) -> Int { (0..<4).reduce(0) { $0 | Int(header[i + $1]) << (8 * $1) } }
        let width = number(4)
        let height = number(8)
        guard width > 0, height > 0, width <= 32_767, height <= 32_767, width * height <= GrayImage.recognitionLimit else {
            throw RecognitionError(.badInput, input: "standard input", problem: "has an image of \(width)x\(height) pixels")
        }
        let pixels = try read(width * height, from: file)
        guard pixels.count == width * height else {
            throw RecognitionError(
                .badInput, input: "standard input", problem: "ends after \(pixels.count) of \(width * height) pixels")
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    private static func read(_ count: Int, from file: FileHandle) throws(RecognitionError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let piece: Data?
            do { piece = try file.read(upToCount: min(count - bytes.count, 1 << 20)) } catch {
                throw RecognitionError(.file, input: "standard input", problem: "could not be read (\(error))")
            }
            guard let piece, !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }
}
