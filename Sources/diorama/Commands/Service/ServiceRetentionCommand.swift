import ArgumentParser
import Foundation
import Service

struct ServiceRetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Show or set how long the service keeps what has ended.",
        discussion: """
            Servers and workers remove what is older, in batches, each minute: jobs with their results and files, webhook
            deliveries, idempotency keys, entries of audit logs, sessions. 0 keeps it as long as its account.

            EXAMPLES
              diorama service retention --database postgres://db/diorama
              diorama service retention --jobs 90 --audit-log 730 --database postgres://db/diorama
            """)

    @Option(parsing: .number, help: ArgumentHelp("Jobs that have ended, with their results and files.", valueName: "days"))
    var jobs: Int?

    @Option(parsing: .number, help: ArgumentHelp("Webhook deliveries that were accepted or given up.", valueName: "days"))
    var deliveries: Int?

    @Option(parsing: .number, help: ArgumentHelp("Answers of requests with an Idempotency-Key.", valueName: "days"))
    var idempotencyKeys: Int?

    @Option(parsing: .number, help: ArgumentHelp("Entries of audit logs.", valueName: "days"))
    var auditLog: Int?

    @Option(parsing: .number, help: ArgumentHelp("Sessions of people that have expired.", valueName: "days"))
    var sessions: Int?

    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    private var changes: [(Retention.Subject, Int)] {
        [
            (.jobs, jobs), (.deliveries, deliveries), (.idempotencyKeys, idempotencyKeys), (.auditLog, auditLog),
            (.sessions, sessions),
        ].compactMap { subject, days in days.map { (subject, $0) } }
    }

    func validate() throws {
        for (_, days) in changes where !(0...36_500).contains(days) {
            throw ValidationError("Days must be between 0 and 36500; 0 keeps it as long as its account.")
        }
    }

    private struct Report: Encodable { let rules: [Retention.Rule] }

    func run() async throws {
        let retention = Retention(try await database.open())
        for (subject, days) in changes { try await retention.set(subject, days: days == 0 ? nil : days) }
        let rules = try await retention.rules()
        let lines = rules.map { rule in
            "\(rule.what.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0))"
                + (rule.days.map { "\($0) days" } ?? "as long as the account")
        }
        try out.print(Report(rules: rules), lines.joined(separator: "\n"))
    }
}
