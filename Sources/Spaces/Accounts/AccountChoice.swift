import DioramaLibrary

/// Which of the people who use a library somebody is that joins it.
struct AccountChoice: Sendable {
    /// The account that was asked for; nil where it is to be found out.
    let wanted: AccountID?
    /// The user whom this device remembers from before.
    let user: AccountID?

    /// The same choice after accounts were merged.
    func resolved(by merged: [AccountID: AccountID]) -> AccountChoice {
        AccountChoice(wanted: wanted.map { merged[$0] ?? $0 }, user: user.map { merged[$0] ?? $0 })
    }

    /// - Parameters:
    ///   - people: the accounts of the library.
    ///   - former: the account of this device until now; it is chosen only where there is no other.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such account, `invalidValue` where several are possible.
    func person(among people: LibraryPeople, besides former: AccountID?) throws(LibraryError) -> Entry<Account> {
        let all = people.users + people.others
        if let wanted {
            guard let person = all.first(where: { $0.id == wanted }) else {
                throw LibraryError(.notFound, "the library has no account \(wanted); \(Self.list(all))")
            }
            return person
        }
        let users = people.users.filter { $0.id != former }
        if let known = users.first(where: { $0.id == user }) { return known }
        if users.count > 1 {
            throw LibraryError(
                .invalidValue, "\(users.count) people use the library; say who you are with --account ID. \(Self.list(users))")
        }
        if let person = users.first { return person }
        let others = people.others.filter { $0.id != former }
        if !others.isEmpty {
            throw LibraryError(
                .invalidValue,
                "no other device of yours has synchronized with this version of Diorama yet: run 'diorama sync' there, or say who "
                    + "you are with --account ID. \(Self.list(others))")
        }
        guard let person = people.users.first else {
            throw LibraryError(
                .notFound,
                "the library has no account yet; on the device that it comes from run 'diorama account create --name NAME' and "
                    + "'diorama sync'")
        }
        return person
    }

    private static func list(_ accounts: [Entry<Account>]) -> String {
        "Accounts: " + accounts.map { "\($0.id) \"\($0.name)\"" }.joined(separator: ", ")
    }
}
