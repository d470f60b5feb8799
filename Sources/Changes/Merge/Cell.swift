/// A cell with its clock, as it arrived or as it stands.
struct Cell {
    let column: LocalColumn
    let clock: HybridTime
    let site: Site
    /// The clock of what its writer saw in its place.
    let was: HybridTime
    /// Whether it was written when its row was inserted, and so has the row's clock.
    let isBase: Bool
    let value: Value

    /// Whether `other` wins: the order over (clock, device, value). The value decides only where a device's id was used twice.
    func loses(to other: Cell) -> Bool {
        if clock != other.clock { return clock < other.clock }
        if site.name != other.site.name { return site.name.utf8.lexicographicallyPrecedes(other.site.name.utf8) }
        return Value.precedes(value, other.value)
    }
}

/// A row as it arrived.
struct IncomingRow {
    let n: Int64
    let table: LocalTable
    let id: String
    let state: Int64
    let clock: HybridTime
    let site: Site
    var cells: [Cell]
}
