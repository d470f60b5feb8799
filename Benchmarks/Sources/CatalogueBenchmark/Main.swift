import BenchmarkSupport
import DioramaLibrary
import Foundation

/// One line of JSON for each operation on a library of many things and memories: how long the median and the slowest hundredth
/// took, in milliseconds.
///   CatalogueBenchmark FOLDER [THINGS] [RUNS]
/// The library is made in FOLDER, which must be on a local disk, and used again by the next run.
@main struct Main {
    static func main() async throws {
        let words = CommandLine.arguments
        guard (2...4).contains(words.count), let count = words.count > 2 ? Int(words[2]) : 100_000,
            let runs = words.count > 3 ? Int(words[3]) : 200
        else {
            FileHandle.standardError.write(Data("usage: CatalogueBenchmark FOLDER [THINGS] [RUNS]\n".utf8))
            exit(2)
        }
        let folder = URL(fileURLWithPath: words[1], isDirectory: true)
        let contents = LibraryContents(count: count)
        try await contents.make(in: folder)
        try await Operations(folder: folder, contents: contents, runs: runs).run()
        try await MemoryOperations(folder: folder, count: count, runs: runs).run()
    }
}
