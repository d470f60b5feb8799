import Foundation
import GRDB

/// What the last verification found, kept on this device.
struct VerifyRecord: Codable, Equatable {
    private static let name = "verify.last"

    let problemCount: Int
    /// The first problem; empty where there is none.
    let first: String

    init(_ report: VerifyReport) {
        let problems = report.problems
        problemCount = problems.count
        first = problems.first ?? ""
    }

    /// Nil where nothing was ever found.
    static func latest(_ db: Database) throws -> VerifyRecord? {
        guard let text = try LocalSettings.get(name, db) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    /// Writes nothing where the last verification found the same: that would be a change since the last backup. A library that can
    /// only be read keeps no record.
    func store(in pool: DatabasePool) throws {
        let latest = try pool.read(Self.latest)
        if self == latest || (problemCount == 0 && latest == nil) { return }
        let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        do {
            try pool.write { db in try LocalSettings.set(Self.name, to: text, db) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            return
        }
    }
}
