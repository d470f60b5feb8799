import HTTPTypes
import Hummingbird
import Service

/// `/api/v1/members` and `/api/v1/invitations`: the people of an account of the multi-user service.
struct ServiceMemberRoutes: Sendable {
    let parts: ServiceParts

    private struct MemberPayload: Encodable {
        let id: String
        let name: String?
        let email: String?
        let role: Role
        let joinedAt: String

        init(_ member: ServiceMembers.Member) {
            id = member.id
            name = member.name
            email = member.email
            role = member.role
            joinedAt = member.joinedAt.payload
        }
    }

    private struct MemberPage: Encodable { let members: [MemberPayload] }

    func list(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(MemberPage(members: try await parts.members.list(identity).map(MemberPayload.init)))
    }

    private struct RoleChange: Decodable { let role: String }

    func change(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let id = try context.serviceID("member")
        let body = try await JSONBody.decode(RoleChange.self, from: request, expecting: #"{"role": "viewer"}"#)
        try await parts.members.change(identity, person: id, role: body.role)
        return Response(status: .noContent)
    }

    func remove(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.members.remove(identity, person: try context.serviceID("member"))
        return Response(status: .noContent)
    }

    // MARK: Invitations

    private struct InvitationPayload: Encodable {
        let id: String
        let role: Role
        let expiresAt: String
        let invitation: String?

        init(_ invitation: ServiceMembers.Invitation) {
            id = invitation.id
            role = invitation.role
            expiresAt = invitation.expiresAt.payload
            self.invitation = invitation.invitation
        }
    }

    private struct InvitationPage: Encodable { let invitations: [InvitationPayload] }

    func invitations(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        JSONBody.response(
            InvitationPage(invitations: try await parts.members.invitations(identity).map(InvitationPayload.init)))
    }

    private struct NewInvitation: Decodable {
        let role: String
        let days: Int?
    }

    func invite(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        let body = try await JSONBody.decode(NewInvitation.self, from: request, expecting: #"{"role": "member", "days": 7}"#)
        let made = try await parts.members.invite(
            identity, role: body.role, days: body.days ?? ServiceMembers.invitationDays)
        return JSONBody.response(InvitationPayload(made), status: .created)
    }

    func withdraw(_ request: Request, _ context: ServerContext, of identity: Identity) async throws -> Response {
        try await parts.members.withdraw(identity, invitation: try context.serviceID("invitation"))
        return Response(status: .noContent)
    }
}
