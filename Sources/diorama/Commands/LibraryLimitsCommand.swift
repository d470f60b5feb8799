import ArgumentParser
import DioramaLibrary

extension LibraryCommand {
    struct Limits: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or set what the operator of this library limits. By default nothing is limited.",
            discussion: """
                The limits are a setting of this library on this device. What is there already stays, also above a limit.

                EXAMPLES
                  diorama library limits
                  diorama library limits --max people=20
                  diorama library limits --enforce-tiers
                  diorama library limits --none
                """)

        @Flag(name: .customLong("enforce-tiers"), help: "The tier of the library's account decides what is included.")
        var enforcesTiers = false

        @Option(
            name: .customLong("max"),
            help: ArgumentHelp(
                "A maximum, in place of that of the tier: \(Limit.allCases.map(\.rawValue).joined(separator: ", ")); repeatable.",
                valueName: "setting=value"))
        var maximums: [Maximum] = []

        @Flag(help: "Limit nothing any more.")
        var none = false

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if none, enforcesTiers || !maximums.isEmpty { throw ValidationError("--none can't be combined with limits.") }
        }

        func run() async throws {
            let library = try library.open()
            var policy = none ? LimitPolicy() : try await library.limitPolicy()
            if enforcesTiers { policy.enforcesTiers = true }
            for maximum in maximums { policy.maximums[maximum.limit] = maximum.value }
            if none || enforcesTiers || !maximums.isEmpty { try await library.setLimitPolicy(policy) }
            let report = Report(
                enforcesTiers: policy.enforcesTiers, tier: try await library.tier().rawValue,
                features: try await library.features().map(\.rawValue).sorted(),
                limits: try await library.limitUses().map { .init($0) })
            try out.print(report, report.text)
        }
    }

    /// `people=20`.
    struct Maximum: ExpressibleByArgument {
        let limit: Limit
        let value: Int

        init?(argument: String) {
            let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let limit = Limit(rawValue: String(parts[0])), let value = Int(parts[1]), value >= 0 else {
                return nil
            }
            self.limit = limit
            self.value = value
        }
    }

    private struct Report: Encodable {
        let enforcesTiers: Bool
        let tier: String
        let features: [String]
        let limits: [Use]

        struct Use: Encodable {
            let name: String
            let maximum: Int?
            let used: Int

            init(_ use: LimitUse) {
                name = use.limit.rawValue
                maximum = use.maximum
                used = use.used
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try container.encode(maximum, forKey: .maximum)
                try container.encode(used, forKey: .used)
            }

            private enum CodingKeys: CodingKey { case name, maximum, used }

            var line: String { "\(name): \(used)" + (maximum.map { " of \($0)" } ?? ", no limit") }
        }

        var text: String {
            let head = enforcesTiers ? "tiers are enforced; the tier is \(tier)" : "tiers are not enforced; everything is included"
            return ([head] + limits.map(\.line)).joined(separator: "\n")
        }
    }
}
