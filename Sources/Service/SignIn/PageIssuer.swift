import Foundation

/// An issuer with which people sign in on the page `/service`.
public struct PageIssuer: Sendable, Equatable {
    /// The claim `iss`.
    public let issuer: String
    /// What the page calls it.
    public let name: String
    /// The id that the issuer gave the page.
    public let clientID: String
    /// Where the page sends people; they come back with an ID token.
    public let authorizationEndpoint: String
}

/// Finds the authorization endpoint of one issuer, and asks again after an hour.
actor PageIssuerLookup {
    private let issuer: TokenIssuer
    private let allowsPrivate: Bool
    private var found: PageIssuer?
    private var isDue = ContinuousClock.now
    private var asking: Task<Void, Never>?

    /// How long what was found is used without asking again.
    static let lifetime = Duration.seconds(3600)
    /// An issuer that doesn't answer is asked no more often.
    static let minInterval = Duration.seconds(30)

    init(_ issuer: TokenIssuer, allowsPrivate: Bool) {
        self.issuer = issuer
        self.allowsPrivate = allowsPrivate
    }

    /// The issuer for the page; nil where it isn't for the page, or was never reached.
    /// - Parameter report: receives why it can't be asked, a line.
    func current(report: @escaping @Sendable (String) -> Void) async -> PageIssuer? {
        guard let clientID = issuer.webClientID else { return nil }
        if asking == nil, isDue <= .now { asking = Task { await ask(clientID: clientID, report: report) } }
        // What was found before goes on: nobody waits for an issuer that is asked again.
        if found == nil { await asking?.value }
        return found
    }

    private func ask(clientID: String, report: @Sendable (String) -> Void) async {
        defer { asking = nil }
        do {
            let endpoint = try await authorizationEndpoint()
            found = PageIssuer(
                issuer: issuer.issuer, name: issuer.name ?? URL(string: issuer.issuer)?.host() ?? issuer.issuer,
                clientID: clientID, authorizationEndpoint: endpoint)
            isDue = .now + Self.lifetime
        } catch {
            isDue = .now + Self.minInterval
            report("people can't sign in with \(issuer.issuer) on the page: \(error)")
        }
    }

    private func authorizationEndpoint() async throws -> String {
        let discovery = try await IssuerDiscovery.fetch(issuer.issuer, allowsPrivate: allowsPrivate)
        guard let endpoint = discovery.authorizationEndpoint, discovery.responseTypes?.contains("id_token") == true else {
            throw ServiceError(.notPossible, "it gives pages no ID tokens (response type id_token)")
        }
        let address = try OutboundAddress(endpoint, allowsPrivate: allowsPrivate, what: "its authorization endpoint")
        return address.url.absoluteString
    }
}
