import Foundation
import GRDB
import Support

extension Library {
    /// Checks everything: the database's own structure and references, each file's bytes against its name, rows without files,
    /// files without rows. Others may use the library meanwhile; what they add or delete is not mistaken for damage. The health of
    /// the library shows what the last verification found.
    /// - Throws: `LibraryError` where the catalogue can't be read at all, `CancellationError` where the task was cancelled.
    public func verify(progress: ProgressReporter = .silent) throws -> VerifyReport {
        do {
            let report = try check(progress)
            try VerifyRecord(report).store(in: pool)
            return report
        } catch let error as CancellationError {
            throw error
        } catch {
            throw LibraryError(error, could: "verify the library", in: folder)
        }
    }

    private func check(_ progress: ProgressReporter) throws -> VerifyReport {
        try progress.report(0, "Checking the catalogue")
        var report = VerifyReport()
        let named = try checkDatabase(&report)
        // Listed after the rows were read: what is added meanwhile shows as a file without a row, never as a row without a file.
        let files = try layout.assetFiles()
        report.incomingFiles = try layout.incomingFiles().map(\.lastPathComponent)
        let total = max(named.reduce(0) { $0 + $1.byteCount }, 1)
        for row in named {
            try progress.report(Double(report.byteCount) / Double(total), "Checking files")
            try checkFile(row.hash, byteCount: row.byteCount, in: &report)
            report.byteCount += row.byteCount
        }
        report.assetCount = named.count
        for hash in try layout.cachedFiles() {
            try progress.report(1, "Checking the cache")
            // One that was removed meanwhile is no damage.
            let read = try? FileHash.of(layout.cached(hash), to: "verify the library") { _ in try Task.checkCancellation() }
            if let read, read.hash != hash { report.damagedCacheFiles.append(hash) }
        }
        report.orphanFiles = Set(files).subtracting(named.map(\.hash)).sorted()
        try dropPassing(&report)
        try progress.report(1, "Checking files")
        return report
    }

    /// SQLite's own checks, and the rows.
    /// - Returns: every file that the catalogue names, with its size.
    private func checkDatabase(_ report: inout VerifyReport) throws -> [(hash: AssetHash, byteCount: Int64)] {
        var found = report
        let rows = try pool.read { db in
            let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            found.databaseProblems = integrity == ["ok"] ? [] : integrity
            for row in try Row.fetchAll(db, sql: "SELECT \"table\", parent FROM pragma_foreign_key_check") {
                found.databaseProblems.append("a row of \(row[0] ?? "?") refers to a row of \(row[1] ?? "?") that is not there")
            }
            found.spaceCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM spaces") ?? 0
            // Reads every row with the same care as any caller would.
            for id in try String.fetchAll(db, sql: "SELECT id FROM spaces") {
                _ = try Catalogue.spaces(db, "WHERE id = ?", arguments: [id])
            }
            _ = try Catalogue.jobs(db, "")
            for table in Schema.tracked {
                for id in try String.fetchAll(db, sql: "SELECT id FROM \(table) WHERE id GLOB '*[^0-9A-Za-z]*' LIMIT 100") {
                    found.databaseProblems.append("\"\(id)\" can't be the id of a row of \(table)")
                }
            }
            for (table, kind) in Schema.searched {
                let lacking =
                    try Int.fetchOne(
                        db,
                        sql: """
                            SELECT count(*) FROM \(table)
                            WHERE (trashed IS NULL) <> (id IN (SELECT id FROM search_documents WHERE kind = ?))
                            """, arguments: [kind]) ?? 0
                if lacking > 0 { found.databaseProblems.append("the search is wrong about \(lacking) of the \(table); rebuild it") }
            }
            found.databaseProblems += try RowDigests.problems(db)
            found.orphanRows = try String.fetchAll(
                db, sql: "SELECT hash FROM assets WHERE NOT \(Originals.isNamed) ORDER BY hash"
            ).compactMap { AssetHash($0) }
            return try Row.fetchAll(db, sql: "SELECT hash, byte_count FROM assets ORDER BY hash").map { row in
                (String.fromDatabaseValue(row[0]) ?? "", Int64.fromDatabaseValue(row[1]) ?? -1)
            }
        }
        report = found
        return rows.compactMap { text, byteCount in
            guard let hash = AssetHash(text), byteCount >= 0 else {
                report.databaseProblems.append("\"\(text)\" can't be the name of a file")
                return nil
            }
            return (hash, byteCount)
        }
    }

    private func checkFile(_ hash: AssetHash, byteCount: Int64, in report: inout VerifyReport) throws {
        do {
            let read = try FileHash.of(layout.asset(hash), to: "verify the library") { _ in try Task.checkCancellation() }
            if read.hash != hash || read.byteCount != byteCount { report.damagedFiles.append(hash) }
        } catch let error as LibraryError {
            if error.kind == .notFound { report.missingFiles.append(hash) } else { report.damagedFiles.append(hash) }
        }
    }

    /// Looks again, now under the write lock: what was added or deleted since is no damage. A file goes a moment after its row, so
    /// that one without a row is looked at until it has had time to.
    private func dropPassing(_ report: inout VerifyReport) throws {
        for look in 0..<10 {
            if report.missingFiles.isEmpty && report.orphanFiles.isEmpty { return }
            if look > 0 {
                if report.orphanFiles.isEmpty { return }
                Thread.sleep(forTimeInterval: 0.1)
                try Task.checkCancellation()
            }
            let named = try pool.write { db in
                try Set(String.fetchAll(db, sql: "SELECT hash FROM assets").compactMap { AssetHash($0) })
            }
            report.missingFiles.removeAll { !named.contains($0) }
            report.orphanFiles.removeAll {
                named.contains($0) || !FileManager.default.fileExists(atPath: layout.asset($0).path)
            }
        }
    }
}
