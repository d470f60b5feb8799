import Foundation
import Spaces
import HTTPTypes
import Hummingbird
import DioramaLibrary

/// `/api/v1/accounts`, `/api/v1/session`, `/api/v1/me`: who the owner has invited, and signing in. There are no passwords: an
/// invitation is an address that is valid once.
struct AccountRoutes: Sendable {
    let library: Library

    func me(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(try await me(context.visitor))
    }

    private func me(_ visitor: Visitor) async throws -> MePayload {
        switch visitor {
        case .nobody: return MePayload(kind: "nobody", showsMemories: false)
        case .visit(let visit):
            return MePayload(
                kind: "visit", space: visit.space?.description, exhibit: visit.exhibit, showsMemories: visit.showsMemories)
        case .owner(let account):
            return try await with(
                settingsOf: account, MePayload(kind: "owner", id: account?.description, isDemo: library.isDemo))
        case .account(let account):
            let grants = try await library.grants(to: account)
            return try await with(
                settingsOf: account,
                MePayload(
                    kind: "account", id: account.description,
                    permissions: Dictionary(grants.map { ($0.space.description, $0.permission.rawValue) }) { first, _ in first }))
        }
    }

    /// The same with what an account has set.
    private func with(settingsOf account: AccountID?, _ payload: MePayload) async throws -> MePayload {
        var payload = payload
        payload.name = try await name(account)
        let settings = SettingsCatalogue(library: library)
        payload.units = try await settings.units(of: account)?.name
        payload.language = try await settings.language(of: account)?.rawValue
        payload.notifications = try await settings.showsNotifications(of: account)
        if payload.kind == "owner" { payload.firstSteps = try await settings.showsFirstSteps(of: account) }
        if let account {
            payload.picture = AccountPicturePayload.address(account, try await library.pictureTimes()[account])
        }
        return payload
    }

    private func name(_ account: AccountID?) async throws -> String? {
        guard let account else { return nil }
        return try await library.accounts.get(account)?.name
    }

    // MARK: Accounts

    /// The owner sees all; others see with whom they share a space, to choose whom a memory is for.
    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let owner = try await library.activeAccount()?.id
        let all = try await library.accounts.list(limit: 1000).entries
        let pictures = try await library.pictureTimes()
        guard let account = context.visitor.invited else {
            let signIns = try await library.signIns()
            let maximum = try await library.limitUses().first { $0.limit == .people }?.maximum
            return JSONBody.response(
                AccountListPayload(
                    accounts: all.map {
                        AccountPayload(
                            account: $0, isOwner: $0.id == owner, signIns: signIns[$0.id] ?? (0, 0), pictureTime: pictures[$0.id])
                    },
                    maximum: maximum))
        }
        let known = try await known(to: account)
        return JSONBody.response(
            AccountListPayload(
                accounts: all.filter { known.contains($0.id) }.map {
                    AccountPayload(account: $0, isOwner: $0.id == owner, signIns: nil, pictureTime: pictures[$0.id])
                }))
    }

    /// The accounts that an account sees: itself, the owner, and those with which it shares a space.
    func known(to account: AccountID) async throws -> Set<AccountID> {
        var known: Set<AccountID> = [account]
        if let owner = try await library.activeAccount()?.id { known.insert(owner) }
        for grant in try await library.grants(to: account) {
            known.formUnion(try await library.grants(of: grant.space).map(\.account))
        }
        return known
    }

    func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(AccountBody.self, from: request, expecting: #"{"name":"Bea"}"#)
        let account = try await library.accounts.add(Account(name: body.name))
        var response = JSONBody.response(AccountPayload(account: account, isOwner: false, signIns: (0, 0)), status: .created)
        response.headers[.location] = "/api/v1/accounts/\(account.id)"
        return response
    }

    /// The owner renames anybody, an account itself.
    func rename(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        guard context.visitor.isOwner || context.visitor.invited == id else { throw Problem.notFound("account") }
        let body = try await JSONBody.decode(AccountBody.self, from: request, expecting: #"{"name":"Bea"}"#)
        guard let found = try await library.accounts.get(id), found.trashed == nil,
            let account = try await library.accounts.update(id, { $0.name = body.name })
        else { throw Problem.notFound("account") }
        let owner = try await library.activeAccount()?.id
        let signIns = context.visitor.isOwner ? try await library.signIns()[id] ?? (0, 0) : nil
        let picture = try await library.pictureTimes()[id]
        return JSONBody.response(AccountPayload(account: account, isOwner: id == owner, signIns: signIns, pictureTime: picture))
    }

    func end(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try await library.removeAccount(Self.id(context)) else { throw Problem.notFound("account") }
        return Response(status: .noContent)
    }

    func invite(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.id(context)
        let invitation: Invitation
        do {
            invitation = try await Invitation.make(for: id, in: library)
        } catch let error as LibraryError where error.kind == .notFound {
            throw Problem.notFound("account")
        }
        return JSONBody.response(
            InvitationPayload(url: invitation.path, expires: invitation.expires.payload), status: .created)
    }

    private static func id(_ context: ServerContext) throws -> AccountID {
        guard let id = context.parameters.get("id").flatMap({ AccountID($0) }) else { throw Problem.notFound("account") }
        return id
    }

    // MARK: Signing in and out

    func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        let body = try await JSONBody.decode(SessionBody.self, from: request, expecting: #"{"invitation":"…"}"#)
        let name = try body.name.map { try Library.checkedName($0) }
        let token = SessionToken()
        guard let invitation = SessionToken(body.invitation),
            let session = try await library.redeem(
                invitation.digest, for: token.digest, until: Date() + SessionCookie.lifetime)
        else {
            throw Problem(
                .forbidden, "This invitation has been used already or has expired; ask for a new one.", code: .invitationUsed)
        }
        if let account = session.account, let name { _ = try await library.accounts.update(account) { $0.name = name } }
        let owner = try await library.activeAccount()?.id
        let visitor = session.account.map { $0 == owner ? .owner(owner) : .account($0) } ?? Visitor.owner(owner)
        var response = JSONBody.response(try await me(visitor), status: .created)
        response.headers[.setCookie] = SessionCookie.setting(token, for: request)
        return response
    }

    func signOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        if let token = SessionCookie.token(request) { try await library.endSession(token.digest) }
        return Response(status: .noContent, headers: [.setCookie: SessionCookie.clearing(for: request)])
    }
}
