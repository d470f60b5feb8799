/// One step of the database's schema.
///
/// Steps only go forward. Each keeps the program of the version before it working, so that servers and workers are replaced one
/// after the other: tables and columns are added first, and removed a version after the last program that uses them.
public struct Migration: Sendable {
    /// Steps are numbered from 1 without gaps.
    public let number: Int
    /// What it adds, in a few words.
    public let name: String
    /// The oldest schema number whose programs still work after this step.
    public let compatibleFrom: Int
    /// The statements, run in one transaction.
    public let sql: String

    /// A step.
    public init(number: Int, name: String, compatibleFrom: Int, sql: String) {
        self.number = number
        self.name = name
        self.compatibleFrom = compatibleFrom
        self.sql = sql
    }
}
