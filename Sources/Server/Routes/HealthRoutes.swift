import DioramaLibrary
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/health`: what endangers the library.
struct HealthRoutes: Sendable {
    let health: LibraryHealth

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(LibraryHealthPayload(try await health.report()))
    }
}

/// The library's health as the API shows it.
struct LibraryHealthPayload: Encodable {
    let state: String
    let checked: String
    let findings: [HealthReport.Finding]

    init(_ report: HealthReport) {
        state = report.state.rawValue
        checked = report.checked.payload
        findings = report.findings
    }
}
