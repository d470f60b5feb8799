/// How much an uploaded archive may hold: what stops an archive of a few kilobytes from filling the disk.
public struct ArchiveLimits: Sendable {
    /// Files and folders.
    public var entries = 200_000
    /// Bytes of all files together, unpacked.
    public var unpackedBytes: Int64 = 64 << 30
    /// Unpacked bytes for each packed one. Depth images, the best packed files of captures, stay below 20.
    public var ratio: Int64 = 100

    /// 200,000 entries, 64 GiB and a ratio of 100.
    public init() {}

    /// Small archives may always unpack to this much, whatever the ratio.
    static let freeBytes: Int64 = 16 << 20
}
