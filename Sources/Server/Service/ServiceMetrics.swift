import CoreMetrics
import Foundation
import Hummingbird
import Synchronization

/// A registry of swift-metrics that writes what it has as Prometheus reads it (text format 0.0.4).
///
/// Counters become `NAME_total`, timers histograms in seconds, recorders histograms, meters and gauges `NAME`. What any library of
/// the program counts by swift-metrics is in it.
final class MetricsRegistry: MetricsFactory {
    /// The registry of this process: swift-metrics has one for all.
    static let shared: MetricsRegistry = {
        let registry = MetricsRegistry()
        MetricsSystem.bootstrap(registry)
        return registry
    }()

    /// Series beyond are counted as one: names and labels may come from outside.
    static let maxSeries = 2000

    private let series = Mutex<[Key: Series]>([:])

    struct Key: Hashable, Sendable {
        let name: String
        let labels: String
    }

    private func make(_ label: String, _ dimensions: [(String, String)], _ kind: Series.Kind) -> Series {
        let key = Key(
            name: Self.name(label),
            labels: dimensions.map { "\(Self.name($0.0))=\"\(Self.value($0.1))\"" }.sorted().joined(separator: ","))
        return series.withLock { series in
            if let known = series[key] { return known }
            if series.count >= Self.maxSeries { return series.values.first { $0.kind == kind } ?? Series(kind) }
            let new = Series(kind)
            series[key] = new
            return new
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { make(label, dimensions, .counter) }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        make(label, dimensions, aggregate ? .histogram : .gauge)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { make(label, dimensions, .timer) }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { make(label, dimensions, .gauge) }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}

    /// All series, by name.
    var text: String {
        let all = series.withLock { Array($0) }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        var lines: [String] = []
        var last = ""
        for (key, series) in all {
            let name = key.name + series.kind.suffix
            if name != last { lines.append("# TYPE \(name) \(series.kind.type)") }
            last = name
            lines += series.lines(name, key.labels)
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
    }

    private static func value(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\n", with: "\\n")
    }
}

/// The values of one series.
final class Series: CounterHandler, RecorderHandler, TimerHandler, MeterHandler {
    enum Kind: Sendable {
        case counter, gauge, histogram, timer

        var suffix: String {
            switch self {
            case .counter: "_total"
            case .timer: "_seconds"
            case .gauge, .histogram: ""
            }
        }

        var type: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram, .timer: "histogram"
            }
        }
    }

    private struct State {
        var sum = 0.0
        var count: Int64 = 0
        var buckets = [Int64](repeating: 0, count: Series.bounds.count)
    }

    /// Upper bounds of the histograms: seconds of timers, whatever recorders record.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) { self.kind = kind }

    func increment(by amount: Int64) { state.withLock { $0.sum += Double(amount) } }
    func reset() { state.withLock { $0 = State() } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.sum = value } }
    func increment(by amount: Double) { state.withLock { $0.sum += amount } }
    func decrement(by amount: Double) { state.withLock { $0.sum -= amount } }

    func record(_ value: Double) {
        if kind == .gauge { return set(value) }
        state.withLock { state in
            state.sum += value
            state.count += 1
            for (index, bound) in Self.bounds.enumerated() where value <= bound { state.buckets[index] += 1 }
        }
    }

    func lines(_ name: String, _ labels: String) -> [String] {
        let state = state.withLock { $0 }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        guard kind == .histogram || kind == .timer else { return ["\(name)\(braces) \(state.sum)"] }
        let before = labels.isEmpty ? "" : "\(labels),"
        return Self.bounds.enumerated().map { "\(name)_bucket{\(before)le=\"\($1)\"} \(state.buckets[$0])" }
            + [
                "\(name)_bucket{\(before)le=\"+Inf\"} \(state.count)", "\(name)_sum\(braces) \(state.sum)",
                "\(name)_count\(braces) \(state.count)",
            ]
    }
}

/// Counts and times requests by route, method and status; a path is its pattern, so that no id becomes a label.
struct ServiceMetricsMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    private static let methods: Set<String> = Set(HTTPRequest.Method.known.map(\.rawValue))

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let method = request.method.rawValue
        let dimensions = [
            ("route", context.endpointPath ?? "none"), ("method", Self.methods.contains(method) ? method : "other"),
            ("status", "\(response.status.code)"),
        ]
        Timer(label: "diorama_service_request", dimensions: dimensions)
            .recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
        return response
    }
}
