import ArgumentParser
import ModelFormats
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The option that every command has.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print one JSON object on standard output; progress goes to standard error.")
    var json = false

    /// Prints the result: as one JSON object, or as lines for people.
    func print(_ value: some Encodable, _ text: @autoclosure () -> String) throws {
        guard json else {
            Swift.print(text())
            return
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
        // Whoever reads the address of a server from a pipe must not wait for the buffer to fill.
        fflush(nil)
    }
}

/// The most memory that this process ever held, in bytes.
func peakResidentBytes() -> Int64 {
    var usage = rusage()
    // 0 is RUSAGE_SELF, which Glibc declares with a type of its own.
    getrusage(0, &usage)
    #if canImport(Glibc)
        return Int64(usage.ru_maxrss) * 1024
    #else
        return Int64(usage.ru_maxrss)
    #endif
}

/// Makes sure, before long work, that a model file can be written to `target`.
/// - Throws: where the ending is unknown, or the folder is missing or not writable.
func checkTarget(_ target: URL) throws {
    _ = try ModelFile.format(of: target)
    try checkFolder(of: target)
}

/// - Throws: where the folder of `target` is missing or not writable.
func checkFolder(of target: URL) throws {
    let folder = target.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
        throw CommandFailure("couldn't write \(target.path): its folder does not exist; create it first")
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
        throw CommandFailure("couldn't write \(target.path): no permission to write there; choose another place")
    }
}
