import Foundation

/// What `write` puts into a file of this name.
package func bytesWritten(_ name: String = "model", _ write: (URL) throws -> Void) throws -> [UInt8] {
    try TestData.withTemporaryFolder { folder in
        let file = folder.appendingPathComponent(name)
        try write(file)
        return Array(try Data(contentsOf: file))
    }
}
