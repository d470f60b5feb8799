extension Library {
    /// People who use the library.
    public var accounts: CatalogueTable<Account> { CatalogueTable(self) }
    /// Rooms, shelves, boxes: locations of things.
    public var places: CatalogueTable<Place> { CatalogueTable(self) }
    /// Physical items.
    public var things: CatalogueTable<Thing> { CatalogueTable(self) }
    /// Things that were lent, and to whom.
    public var loans: CatalogueTable<Loan> { CatalogueTable(self) }
    /// The maintenance logs of things.
    public var maintenance: CatalogueTable<Maintenance> { CatalogueTable(self) }
    /// What was recorded of a space or a thing, with its answers to a workflow.
    public var recordings: CatalogueTable<Recording> { CatalogueTable(self) }
    /// Photos, videos, documents and other files of recordings, things, memories, spaces and exhibits.
    public var media: CatalogueTable<Media> { CatalogueTable(self) }
    /// What is pinned to a point of a space, regardless of visibility; `memories(for:)` applies it.
    public var memories: CatalogueTable<Memory> { CatalogueTable(self) }
    /// Measurements that were kept.
    public var measurements: CatalogueTable<MeasurementRecord> { CatalogueTable(self) }
    /// Floor plans; `plan(of:)` has a space's with its edits.
    public var plans: CatalogueTable<SpacePlan> { CatalogueTable(self) }
    /// Exhibits; their files are media.
    public var exhibits: CatalogueTable<ExhibitRecord> { CatalogueTable(self) }
    /// People whose accounts this one shares with.
    public var contacts: CatalogueTable<Contact> { CatalogueTable(self) }
    /// What was shared with others, and by them.
    public var shares: CatalogueTable<Share> { CatalogueTable(self) }
    /// What others were asked to record, and asked for.
    public var requests: CatalogueTable<Request> { CatalogueTable(self) }
    /// Workflows that people made themselves.
    public var workflows: CatalogueTable<Workflow> { CatalogueTable(self) }
}
