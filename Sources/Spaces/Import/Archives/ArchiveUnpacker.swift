import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Unpacks an uploaded archive into an empty folder of its own. Nothing is ever written outside of it, and never more than the
/// limits.
public struct ArchiveUnpacker: Sendable {
    /// What an archive may hold at most.
    public var limits: ArchiveLimits

    /// `limits` apply to each archive by itself.
    public init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

    /// Unpacks `archive`, a tar (plain, gzip or Zstandard) or zip file, into `folder`, which must be there and empty.
    ///
    /// Links, devices, encrypted entries, absolute paths and paths with `..` are refused, not skipped: such an archive is not what
    /// its sender thinks. Only what operating systems leave behind (`__MACOSX`, `.DS_Store`) is passed over.
    /// - Returns: the folder of the capture: `folder`, or the one folder in it where it holds nothing else.
    /// - Throws: `SpacesError` of kind `invalidInput` for what is wrong with the archive, `FileError` where the disk is full,
    ///   `CancellationError`.
    public func unpack(_ archive: URL, into folder: URL, progress: ProgressReporter) throws -> URL {
        try UTF8Locale.run { try unpackAll(archive, into: folder, progress: progress) }
    }

    private func unpackAll(_ archive: URL, into folder: URL, progress: ProgressReporter) throws -> URL {
        let reader = try ArchiveReader(archive)
        let name = archive.lastPathComponent
        let packed = (try FileManager.default.attributesOfItem(atPath: archive.path)[.size] as? Int64) ?? 0
        var budget = Budget(name: name, limits: limits, packedBytes: packed)
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        while let entry = try reader.next() {
            try budget.count()
            try progress.report(packed > 0 ? Double(reader.packedBytesRead) / Double(packed) : 0, "Unpacking")
            let path = try check(entry, in: name)
            if path.components.isEmpty || path.isJunk { continue }
            let target = path.components.reduce(folder) { $0.appendingPathComponent($1) }
            if case .folder = entry.kind {
                try makeFolders(path.components, in: folder, entry: entry.path, archive: name)
            } else {
                try makeFolders(path.components.dropLast(), in: folder, entry: entry.path, archive: name)
                try write(
                    reader, to: target, entry: entry.path, archive: name, budget: &budget, buffer: &buffer, progress: progress)
            }
        }
        try progress.report(1, "Unpacking")
        return try root(of: folder, name)
    }

    private func check(_ entry: ArchiveReader.Entry, in name: String) throws -> ArchivePath {
        let path: ArchivePath
        do {
            path = try ArchivePath(entry.path)
        } catch {
            let reason =
                switch error {
                case .absolute: "an absolute path"
                case .climbing: "a path that leads out of the archive"
                case .unusable: "a path that is too long, too deep or has control characters"
                }
            throw SpacesError(
                .invalidInput, "it holds \(reason) (\(Self.quoted(entry.path)))", input: name,
                remedy: "pack the capture's folder by itself")
        }
        if case .other(let what) = entry.kind {
            throw SpacesError(
                .invalidInput, "the entry is \(what)", input: name, at: Self.quoted(entry.path),
                remedy: "pack files and folders only")
        }
        if entry.isEncrypted {
            throw SpacesError(
                .invalidInput, "the entry is encrypted", input: name, at: Self.quoted(entry.path),
                remedy: "pack it without a password")
        }
        return path
    }

    private func makeFolders(_ names: some Sequence<String>, in folder: URL, entry path: String, archive name: String) throws {
        var url = folder
        for component in names {
            url.appendPathComponent(component)
            if mkdir(url.path, 0o700) == 0 { continue }
            guard errno == EEXIST else { throw FileError(url, writing: errno) }
            var info = stat()
            guard lstat(url.path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
                throw SpacesError(.invalidInput, "the entry is both a file and a folder", input: name, at: Self.quoted(path))
            }
        }
    }

    /// Writes the entry's bytes, counting each against the budget before it is written.
    private func write(
        _ reader: ArchiveReader, to target: URL, entry path: String, archive name: String, budget: inout Budget,
        buffer: inout [UInt8], progress: ProgressReporter
    ) throws {
        let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            if errno == EEXIST || errno == EISDIR {
                throw SpacesError(.invalidInput, "the entry occurs twice", input: name, at: Self.quoted(path))
            }
            throw FileError(target, writing: errno)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { break }
            try budget.spend(Int64(count))
            try Task.checkCancellation()
            do {
                try file.write(contentsOf: buffer[..<count])
            } catch {
                throw FileError(target, writing: Self.systemCode(of: error))
            }
        }
        try file.close()
    }

    /// A capture may be in one folder of the archive, as most programs pack it.
    private func root(of folder: URL, _ name: String) throws -> URL {
        let items = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
        if items.isEmpty { throw SpacesError(.invalidInput, "it holds no files", input: name) }
        guard items.count == 1, try items[0].resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { return folder }
        return items[0]
    }

    private static func systemCode(of error: any Error) -> Int32 {
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return ENOSPC }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying.map { Int32(truncatingIfNeeded: $0.code) } ?? EIO
    }

    /// A name for a message: short, on one line.
    private static func quoted(_ path: String) -> String {
        let plain = String(path.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? "?" : $0 })
        return plain.count > 80 ? "…" + plain.suffix(80) : plain
    }

    /// What is left of the limits.
    private struct Budget {
        let name: String
        let limits: ArchiveLimits
        let packedBytes: Int64
        var entries = 0
        var bytes: Int64 = 0

        mutating func count() throws {
            entries += 1
            if entries > limits.entries {
                throw SpacesError(
                    .invalidInput, "it holds more than \(limits.entries) files", input: name, remedy: "send a smaller capture")
            }
        }

        mutating func spend(_ count: Int64) throws {
            bytes += count
            if bytes > limits.unpackedBytes {
                throw SpacesError(
                    .invalidInput, "it unpacks to more than \(ByteCount.text(limits.unpackedBytes))", input: name,
                    remedy: "send a smaller capture")
            }
            let (allowed, overflow) = packedBytes.multipliedReportingOverflow(by: limits.ratio)
            if !overflow, bytes > max(allowed, ArchiveLimits.freeBytes) {
                throw SpacesError(
                    .invalidInput, "it unpacks to more than \(limits.ratio) times its size, which no capture does", input: name)
            }
        }
    }
}
