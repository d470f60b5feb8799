import Foundation
import GRDB

/// A plan with what was done to it.
public struct EditedPlan: Sendable, Equatable {
    /// The plan before any edit.
    public let plan: Entry<SpacePlan>
    /// In the order in which they are applied.
    public let edits: [Entry<PlanEditRecord>]
    /// What was undone; the first is redone next.
    public let undone: [Entry<PlanEditRecord>]
}

extension Library {
    /// The plan of a space with its edits; nil where it has none.
    public func plan(of space: SpaceID) async throws(LibraryError) -> EditedPlan? {
        try await read(to: "read the plan") { db in try Self.plan(of: space, db) }
    }

    /// Gives a space a plan in place of the one that it has, which goes to the trash with its edits.
    public func setPlan(_ content: String, of space: SpaceID, account: AccountID? = nil) async throws(LibraryError) -> Entry<
        SpacePlan
    > {
        try await write(to: "keep the plan") { db in
            let old = try Self.planIDs(of: space, db)
            let entry = try SpacePlan.layout.insert(SpacePlan(space: space, content: content, account: account), db)
            _ = try SpacePlan.layout.setTrashed(old, at: Date(), db)
            return entry
        }
    }

    /// Puts the plan of a space into the trash.
    /// - Returns: whether there was one.
    public func trashPlan(of space: SpaceID) async throws(LibraryError) -> Bool {
        try await write(to: "remove the plan") { db in
            try !SpacePlan.layout.setTrashed(try Self.planIDs(of: space, db), at: Date(), db).isEmpty
        }
    }

    /// Adds an edit to a plan. What was undone can't be redone any more.
    public func addEdit(_ content: String, to plan: SpacePlanID) async throws(LibraryError) -> Entry<PlanEditRecord> {
        try await write(to: "keep the edit") { db in
            for undone in try Self.edits(of: plan, db) where undone.trashed != nil {
                _ = try PlanEditRecord.layout.purge(undone.id, db)
            }
            return try PlanEditRecord.layout.insert(PlanEditRecord(plan: plan, content: content), db)
        }
    }

    /// Takes back the latest edit of a plan.
    /// - Returns: whether there was one.
    public func undoEdit(of plan: SpacePlanID) async throws(LibraryError) -> Bool {
        try await write(to: "undo the edit") { db in
            guard let last = try Self.edits(of: plan, db).last(where: { $0.trashed == nil }) else { return false }
            return try !PlanEditRecord.layout.setTrashed([last.id], at: Date(), db).isEmpty
        }
    }

    /// Makes the edit again that was undone last.
    /// - Returns: whether there was one.
    public func redoEdit(of plan: SpacePlanID) async throws(LibraryError) -> Bool {
        try await write(to: "redo the edit") { db in
            guard let next = try Self.edits(of: plan, db).first(where: { $0.trashed != nil }) else { return false }
            return try !PlanEditRecord.layout.setTrashed([next.id], at: nil, db).isEmpty
        }
    }

    // MARK: Rows

    private static func plan(of space: SpaceID, _ db: Database) throws -> EditedPlan? {
        // Two devices can each have made one: the newer one counts on both.
        guard let id = try planIDs(of: space, db).last, let plan = try SpacePlan.layout.fetch(id, db) else { return nil }
        let edits = try edits(of: id, db)
        return EditedPlan(plan: plan, edits: edits.filter { $0.trashed == nil }, undone: edits.filter { $0.trashed != nil })
    }

    /// Those that are not in the trash, the oldest first.
    private static func planIDs(of space: SpaceID, _ db: Database) throws -> [SpacePlanID] {
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM plans WHERE space = ? AND trashed IS NULL ORDER BY id", arguments: [space.cell])
        return ids.compactMap { SpacePlanID($0) }
    }

    /// Undone ones among them: they are the latest, since edits are undone from the end, and the first of them was undone last.
    private static func edits(of plan: SpacePlanID, _ db: Database) throws -> [Entry<PlanEditRecord>] {
        try PlanEditRecord.layout.fetch(
            String.fetchAll(db, sql: "SELECT id FROM plan_edits WHERE plan = ? ORDER BY id LIMIT 10000", arguments: [plan.cell]), db
        )
    }
}
