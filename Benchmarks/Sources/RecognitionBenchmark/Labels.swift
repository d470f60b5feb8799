import BenchmarkSupport
import Foundation
import Recognition
import RecognitionTestSupport

/// Rendered labels: the share whose serial number, model and date of expiry are proposed exactly.
enum LabelsMeasurement {
    static func run(count: Int, first: Int) async throws {
        let reader = TextReader()
        var serials = 0
        var models = 0
        var brands = 0
        var dates = 0
        var dated = 0
        let meter = Meter()
        for i in 0..<count {
            let label = RenderedLabel(seed: UInt64(first + i))
            let result = try await reader.read(label.photo())
            let proposal = LabelProposal(lines: result.lines)
            if proposal.serial == label.serial {
                serials += 1
            } else {
                let lines = result.lines.map(\.text).joined(separator: " | ")
                try Report.print(["label": first + i, "serial": label.serial, "read": proposal.serial ?? "", "lines": lines])
            }
            if proposal.model == label.model { models += 1 }
            if proposal.brand == label.brand { brands += 1 }
            guard !label.expiry.isEmpty else { continue }
            dated += 1
            let parts = label.expiry.split(separator: ".").compactMap { Int($0) }
            if proposal.expiry == LabelProposal.Day(year: parts[2], month: parts[1], day: parts[0]) { dates += 1 }
        }
        try Report.print([
            "labels": count, "serial exact": Double(serials) / Double(count), "model exact": Double(models) / Double(count),
            "brand exact": Double(brands) / Double(count), "expiry exact": Double(dates) / Double(max(1, dated)),
            "s CPU each": meter.read().cpu / Double(count),
        ])
    }
}
