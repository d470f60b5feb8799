import DioramaLibrary
import Foundation

/// Loans and maintenance of things.
extension ThingCatalogue {
    /// Notes that a thing was lent.
    /// - Throws: `SpacesError`: `notFound`; `conflict` where it is lent already.
    public func lend(_ loan: Loan) async throws -> Entry<Loan> {
        guard let id = loan.thing else { throw SpacesError(.invalidInput, "a loan needs the thing that was lent") }
        let thing = try await self.thing(id)
        if let open = try await library.loans.list([.thing(id), .isOpen]).entries.first, loan.returned == nil {
            throw SpacesError(
                .conflict, "\(thing.name) is lent to \(open.borrower)", remedy: "note first that it was returned")
        }
        return try await library.loans.add(loan)
    }

    /// Changes a loan, as when the thing was returned.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func edit(_ loan: LoanID, _ change: @escaping @Sendable (inout Loan) throws -> Void) async throws -> Entry<Loan> {
        guard let entry = try await library.loans.update(loan, change) else {
            throw SpacesError(.notFound, "there is no loan \(loan)")
        }
        return entry
    }

    /// Puts a loan into the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func trash(_ loan: LoanID) async throws {
        if try await library.loans.trash([loan]).isEmpty { throw SpacesError(.notFound, "there is no loan \(loan)") }
    }

    /// Adds an entry to a thing's maintenance log.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func add(_ maintenance: Maintenance) async throws -> Entry<Maintenance> {
        if let id = maintenance.thing { _ = try await thing(id) }
        return try await library.maintenance.add(maintenance)
    }

    /// Changes an entry of a maintenance log, as when the work was done.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func edit(
        _ maintenance: MaintenanceID, _ change: @escaping @Sendable (inout Maintenance) throws -> Void
    ) async throws -> Entry<Maintenance> {
        guard let entry = try await library.maintenance.update(maintenance, change) else {
            throw SpacesError(.notFound, "there is no maintenance entry \(maintenance)")
        }
        return entry
    }

    /// Puts an entry of a maintenance log into the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func trash(_ maintenance: MaintenanceID) async throws {
        if try await library.maintenance.trash([maintenance]).isEmpty {
            throw SpacesError(.notFound, "there is no maintenance entry \(maintenance)")
        }
    }
}
