/// Version 13: descriptions of spaces, by the rules of version 3. Covers are media with a role.
extension Schema {
    static let version13 = "ALTER TABLE spaces ADD COLUMN description TEXT NOT NULL DEFAULT ''"
}
