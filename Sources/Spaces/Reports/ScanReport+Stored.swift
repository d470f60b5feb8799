import Foundation
import Reconstruction

extension ScanReport {
    /// As the library keeps it; the same report gives the same text.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            encoder.nonConformingFloatEncodingStrategy = Self.notNumbers.0
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// The stored report; nil where this version can't read it.
    public init?(json: String) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = Self.notNumbers.1
        guard let report = try? decoder.decode(ScanReport.self, from: Data(json.utf8)) else { return nil }
        self = report
    }

    /// A measure that could not be computed is stored as such, and shown as unknown.
    private static let notNumbers:
        (JSONEncoder.NonConformingFloatEncodingStrategy, JSONDecoder.NonConformingFloatDecodingStrategy) = (
            .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
            .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        )
}
