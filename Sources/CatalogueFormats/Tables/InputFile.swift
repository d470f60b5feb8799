import Foundation

/// Reads files of a bounded size into memory.
enum InputFile {
    static func read(_ url: URL, atMost limit: Int) throws(CatalogueFormatError) -> [UInt8] {
        let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard let values, values.isRegularFile == true else {
            throw CatalogueFormatError(.unreadable, "there is no such file", remedy: "check the path", path: url.path)
        }
        if let size = values.fileSize, size > limit {
            throw CatalogueFormatError(
                .tooLarge, "the file has \(size) bytes, more than \(limit)", remedy: "divide it into several files", path: url.path)
        }
        do { return [UInt8](try Data(contentsOf: url)) } catch {
            throw CatalogueFormatError(
                .unreadable, "the file can't be read (\(error.localizedDescription))", remedy: "check its permissions",
                path: url.path)
        }
    }
}
