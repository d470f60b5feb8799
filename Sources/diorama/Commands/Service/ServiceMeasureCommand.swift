import ArgumentParser
import Foundation
import Service

/// Measures the queue: fairness between accounts, claim latency and throughput. Adds accounts and jobs without input, so it is for
/// an empty database of its own.
struct ServiceMeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure-queue", abstract: "Measure the queue in an empty database.", shouldDisplay: false)

    @Option(parsing: .number) var accounts = 20
    @Option(parsing: .number) var jobs = 5000
    @Option(parsing: .number) var workers = 4
    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    func run() async throws {
        let report = try await QueueMeasurement(try await database.open(connections: workers + 2)).run(
            accounts: accounts, jobs: jobs, workers: workers)
        try out.print(report, report.text)
    }
}
