import Spaces
import DioramaLibrary

extension VisitorLookup {
    /// Owner, sessions and visits as the library knows them.
    init(_ library: Library) {
        self.init(
            owner: { try await library.activeAccount()?.id },
            session: { token in
                guard let session = try await library.session(token.digest) else { return nil }
                let owner = try await library.activeAccount()?.id
                return session.account == nil || session.account == owner ? .owner(owner) : session.account.map { .account($0) }
            },
            visit: { ticket in try await library.visit(ticket: ticket).map(Visit.init) },
            link: { id in try await library.openLink(LinkID(id)).map(Visit.init) })
    }
}
