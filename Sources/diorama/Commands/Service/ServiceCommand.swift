import ArgumentParser
import Foundation
import Service

struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Operate the multi-user service: accounts and state.",
        discussion: """
            The server is 'diorama serve --database … --bucket …', workers are 'diorama worker'. docs/service.md describes both.

            EXAMPLES
              diorama service account add Acme --tier pro --database postgres://db/diorama
              diorama service status --database postgres://db/diorama --json
            """,
        subcommands: [
            ServiceAccountCommand.self, ServiceStatusCommand.self, ServiceRetentionCommand.self, ServiceMeasureCommand.self,
        ])
}

struct ServiceAccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add and list the accounts of the service.",
        discussion: """
            EXAMPLES
              diorama service account add Acme --tier pro --database postgres://db/diorama
            """,
        subcommands: [ServiceAccountAddCommand.self, ServiceAccountListCommand.self, ServiceAccountInviteCommand.self])
}

struct ServiceAccountAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account and print its key, which is shown only now.",
        discussion: """
            EXAMPLES
              diorama service account add Acme --tier pro --database postgres://db/diorama --json
            """)

    @Argument(help: "The account's name: 1 to 200 characters.")
    var name: String

    @Option(help: ArgumentHelp("free, pro, business or enterprise, or another row of the table tiers.", valueName: "tier"))
    var tier: String = "free"

    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let created = try await ServiceAccounts(try await database.open()).add(name: name, tier: tier)
        try out.print(created, "account \(created.id)\nkey \(created.key)   (shown only now)")
    }
}

struct ServiceAccountListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts of the service.",
        discussion: """
            EXAMPLES
              diorama service account list --database postgres://db/diorama
            """)

    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    private struct Report: Encodable { let accounts: [ServiceAccounts.Summary] }

    func run() async throws {
        let accounts = try await ServiceAccounts(try await database.open()).list()
        let lines = accounts.map { "\($0.id)  \($0.tier.padding(toLength: 12, withPad: " ", startingAt: 0))\($0.name)" }
        try out.print(Report(accounts: accounts), lines.isEmpty ? "There are no accounts." : lines.joined(separator: "\n"))
    }
}

struct ServiceAccountInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print an invitation with which a person who signs in becomes an owner of an account.",
        discussion: """
            Whoever signs in with it first uses it up: POST /api/v1/auth/token {"idToken", "invitation"}. docs/service.md

            EXAMPLES
              diorama service account invite Acme --database postgres://db/diorama
            """)

    @Argument(help: "The account's name.")
    var name: String

    @Option(parsing: .number, help: ArgumentHelp("How long it is valid: 1 to 90.", valueName: "days"))
    var days = ServiceMembers.invitationDays

    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !(1...90).contains(days) { throw ValidationError("--days must be between 1 and 90.") }
    }

    func run() async throws {
        let made = try await ServiceMembers(try await database.open()).inviteOwner(ofAccount: name, days: days)
        try out.print(made, "invitation \(made.invitation ?? "")   (shown only now, valid for \(days) days)")
    }
}

struct ServiceStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show jobs by state, workers, and how long the oldest job waits.",
        discussion: """
            EXAMPLES
              diorama service status --database postgres://db/diorama
            """)

    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let status = try await ServiceStatus.read(try await database.open())
        try out.print(status, Self.text(status))
    }

    private static func text(_ status: ServiceStatus) -> String {
        func list(_ counts: [String: Int]) -> String {
            counts.isEmpty ? "none" : counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
        var lines = [
            "schema \(status.schema), \(status.accounts) accounts", "jobs: \(list(status.jobs))",
            "webhook deliveries: \(list(status.deliveries))",
        ]
        if let wait = status.oldestWaitSeconds { lines.append("the oldest job has waited \(Terminal.duration(wait))") }
        if !status.workers.contains(where: \.isAlive) { lines.append("no workers") }
        lines += status.workers.map { worker in
            let state =
                worker.isAlive
                ? "\(worker.running) of \(worker.concurrency) jobs\(worker.isDraining ? ", draining" : "")"
                : "silent for \(Terminal.duration(worker.silentSeconds))"
            return "worker \(worker.id) on \(worker.host): \(state)"
        }
        return lines.joined(separator: "\n")
    }
}
