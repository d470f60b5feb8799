/// Why an archive was not unpacked: one line that names the archive, the entry, what is wrong and what to do.
public struct ArchiveError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ archive: String, _ reason: String) { description = "\(archive): \(reason)" }
}
