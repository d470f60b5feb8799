import DioramaLibrary

extension Library {
    /// The name of a row for people: a space's or thing's name, a memory's title; nil where it has none or doesn't exist any more.
    /// - Parameters:
    ///   - id: the row's id.
    ///   - table: the SQL name of its table.
    public func name(ofRow id: String, in table: String) async throws -> String? {
        let name: String? =
            switch table {
            case "spaces": if let id = SpaceID(id) { try await space(id)?.name } else { nil }
            case "things": if let id = ThingID(id) { try await things.get(id)?.name } else { nil }
            case "places":
                if let id = Identifier<Place>(id) { try await places.get(id)?.name } else { nil }
            case "memories":
                if let id = Identifier<Memory>(id) { try await memories.get(id)?.title } else { nil }
            case "recordings":
                if let id = Identifier<Recording>(id) { try await recordings.get(id)?.title } else { nil }
            case "media":
                if let id = Identifier<Media>(id) { try await media.get(id)?.fileName } else { nil }
            case "workflows":
                if let id = Identifier<Workflow>(id) { try await workflows.get(id)?.name } else { nil }
            case "requests": if let id = RequestID(id) { try await requests.get(id)?.title } else { nil }
            case "exhibits": if let id = ExhibitID(id) { try await exhibits.get(id)?.title } else { nil }
            case "loans": if let id = LoanID(id) { try await loans.get(id)?.borrower } else { nil }
            case "maintenance": if let id = MaintenanceID(id) { try await maintenance.get(id)?.title } else { nil }
            case "contacts": if let id = ContactID(id) { try await contacts.get(id)?.name } else { nil }
            case "accounts": if let id = AccountID(id) { try await accounts.get(id)?.name } else { nil }
            default: nil
            }
        return name?.isEmpty == false ? name : nil
    }
}
