/// The floor plan of a space, as it was made from the scan or imported: JSON that the library keeps without looking into it
/// (`FloorPlan` says what is in it). Edits lie beside it.
public struct SpacePlan: CatalogueValue {
    /// The owner; nil for nobody.
    public var account: AccountID?
    /// The space that the plan shows.
    public var space: SpaceID?
    /// A JSON object of at most 4 MB.
    public var content: String

    /// Bytes.
    public static let largest = 4 << 20

    /// Creates a plan to be added; see `content` for its limits.
    public init(space: SpaceID?, content: String, account: AccountID? = nil) {
        self.space = space
        self.content = content
        self.account = account
    }

    public static let layout = TableLayout<SpacePlan>(
        "plans", noun: "plan", blank: SpacePlan(space: nil, content: "{}"), owned: [("plan_edits", "plan")],
        checked: { (plan) throws(LibraryError) in
            try Check.object(plan.content, "a plan", largest: largest)
            return plan
        }
    ) { column in
        column("account", \.account, references: "accounts")
        column("space", \.space, references: "spaces")
        column("content", \.content)
    }
}

/// One change that somebody made to a plan, as JSON (`PlanEdit`). Edits are applied in the order of their ids; one that was undone
/// is in the trash, from where it is redone.
public struct PlanEditRecord: CatalogueValue {
    /// The plan that is edited.
    public var plan: SpacePlanID?
    /// A JSON object of at most 256 kB.
    public var content: String

    /// Creates an edit to be added; see `content` for its limits.
    public init(plan: SpacePlanID?, content: String) { (self.plan, self.content) = (plan, content) }

    public static let layout = TableLayout<PlanEditRecord>(
        "plan_edits", noun: "plan edit", blank: PlanEditRecord(plan: nil, content: "{}"),
        checked: { (edit) throws(LibraryError) in
            try Check.object(edit.content, "an edit of a plan")
            return edit
        }
    ) { column in
        column("plan", \.plan, references: "plans")
        column("content", \.content)
    }
}
