import DioramaLibrary
import Foundation
import Hummingbird
import Spaces

/// `/api/v1/health`: what endangers the library, and the way to it.
struct HealthRoutes: Sendable {
    let health: LibraryHealth
    /// Nil where plain HTTP is served.
    let certificates: CertificateStore?

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let report = try await health.report()
        guard let problem = certificates?.problem() else { return JSONBody.response(LibraryHealthPayload(report)) }
        let finding = HealthReport.Finding(
            .certificate, problem.isUrgent ? .bad : .warning, message: problem.message, remedy: problem.remedy)
        return JSONBody.response(LibraryHealthPayload(HealthReport(report.findings + [finding], checked: report.checked)))
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
