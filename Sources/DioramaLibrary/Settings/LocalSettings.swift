import GRDB

/// What this device keeps to itself, by name.
package enum LocalSettings {
    package static func get(_ name: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(sql: "SELECT value FROM local_settings WHERE name = ?"), arguments: [name])
    }

    /// Nil forgets it.
    package static func set(_ name: String, to value: String?, _ db: Database) throws {
        if let value {
            try db.execute(
                sql: """
                    INSERT INTO local_settings (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, arguments: [name, value])
        } else {
            try db.execute(sql: "DELETE FROM local_settings WHERE name = ?", arguments: [name])
        }
    }
}
