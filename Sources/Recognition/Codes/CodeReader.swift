import Foundation
import Support

/// Reads barcodes, QR and Data Matrix codes, each image in a child process: an assertion of zxing-cpp that fails ends the child
/// only.
public struct CodeReader: Sendable {
    /// The codes of an image, or why there are none.
    public struct Result: Sendable, Codable, Equatable {
        /// The codes, without duplicates.
        public var codes: [ScannedCode]
        /// Why no codes could be read; nil where the image was searched.
        public var notice: String?

        /// A result.
        public init(codes: [ScannedCode], notice: String? = nil) {
            self.codes = codes
            self.notice = notice
        }
    }

    private let program: URL
    private let arguments: [String]

    /// A reader that starts `program` with the argument `read-codes` (`CodeWorker.run()` answers it).
    public init(program: URL) { self.init(program: program, arguments: [CodeWorker.argument]) }

    /// A reader that starts `program` with other arguments.
    public init(program: URL, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// The codes of an image. Larger images are read at 12 megapixels.
    /// - Returns: the codes, or a notice where the child process crashed or didn't answer.
    /// - Throws: `RecognitionError` where the image has no pixels or too many, or the program can't be started.
    public func read(_ image: GrayImage) async throws(RecognitionError) -> Result {
        try image.checkSize()
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Swift.Result<Result, RecognitionError>, Never>) in
            DispatchQueue.global().async { continuation.resume(returning: readBlocking(image)) }
        }
        return try outcome.get()
    }

    /// The longest side and the pixels that the child is given.
    private static let maxPixels = 12_500_000

    /// - Returns: what `read` returns or throws. Blocks the thread until the child has ended.
    private func readBlocking(_ image: GrayImage) -> Swift.Result<Result, RecognitionError> {
        do throws(RecognitionError) {
            let factor = (Double(image.width * image.height) / Double(Self.maxPixels)).squareRoot()
            let longest = max(image.width, image.height)
            let small = factor > 1 ? try image.scaled(toLongestSide: Int(Double(longest) / factor)) : image
            var result = try run(small)
            if small.width != image.width {
                let scale = Double(image.width) / Double(small.width)
                for i in result.codes.indices {
                    for k in result.codes[i].corners.indices {
                        let corner = result.codes[i].corners[k]
                        result.codes[i].corners[k] = .init(x: Int(Double(corner.x) * scale), y: Int(Double(corner.y) * scale))
                    }
                }
            }
            return .success(result)
        } catch { return .failure(error) }
    }

    private func run(_ image: GrayImage) throws(RecognitionError) -> Result {
        let child: ChildProcess
        do throws(ChildProcess.Failure) { child = try ChildProcess(program.path, arguments, hasInput: true) } catch {
            throw RecognitionError(.missing, input: program.path, problem: error.problem, remedy: error.remedy)
        }
        let crashed = Result(codes: [], notice: "no codes could be read (the reader crashed)")
        do throws(ChildProcess.Failure) {
            try Self.write(CodeWorker.header(image), to: child)
            try Self.write(image.pixels, to: child)
            child.endInput()
            let bytes = try child.readAll(limit: 1 << 20)
            guard child.wait() == 0 else { return crashed }
            guard let codes = try? JSONDecoder().decode([ScannedCode].self, from: Data(bytes)) else { return crashed }
            return Result(codes: codes)
        } catch { return crashed }
    }

    private static func write(_ bytes: [UInt8], to child: ChildProcess) throws(ChildProcess.Failure) {
        var failure: ChildProcess.Failure?
        bytes.withUnsafeBytes { raw in
            do throws(ChildProcess.Failure) { try child.write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
