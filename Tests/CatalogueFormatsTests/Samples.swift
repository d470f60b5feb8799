import CatalogueFormats
import DioramaLibrary
import Foundation
import TestSupport
import Geometry
import Images

/// Things for the tests, the same each time but for their ids.
enum Samples {
    static func day(_ text: String) -> Date {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate]
        return formatter.date(from: text)!
    }

    /// Uses every property, and characters that tables have to protect.
    static var items: [CatalogueItem] {
        var drill = Thing(name: "Drill, \"big\"", category: "Tools", brand: "Ferrum", model: "=FD-18", serial: "-123", quantity: 2)
        drill.condition = "worn"
        drill.value = Money(minorUnits: 12_999, currency: "EUR")
        drill.price = Money(minorUnits: 1500, currency: "JPY")
        drill.purchased = day("2024-03-05")
        drill.seller = "Bob; Sons"
        drill.warrantyUntil = Date(timeIntervalSince1970: 1_800_000_000.25)
        drill.warrantyNotes = "Keep\nthe bill"
        drill.isInsured = true
        drill.tags = ["lend", "a;b", "c\\d"]
        drill.position = Vector3(1.5, -0.1, 3e-5)
        drill.object = "table-1"
        drill.notes = " first\r\n\nlast "
        drill.fields = [
            CustomField("Voltage", .number(18)), CustomField("Weight", .number(0.1)), CustomField("Tiny", .number(1.25e-7)),
            CustomField("Bought used", .flag(false)), CustomField("Checked", .date(day("2025-01-02"))),
            CustomField("Deposit", .money(Money(minorUnits: 12_500, currency: "KWD"))), CustomField("Note [text]", .text("'=x")),
            CustomField("Later", .other("{\"kind\":[1,2]}")),
        ]
        let vase = Thing(name: "Váza 花瓶", brand: "@home", fields: [CustomField("Voltage", .text("none"))])
        return [
            CatalogueItem(id: ThingID(), thing: drill, place: ["Cellar", "Shelf 2/3"], space: "House"),
            CatalogueItem(id: ThingID(), thing: vase, place: []),
        ]
    }

    /// A photo of coloured stripes.
    static func photo(_ width: Int, _ height: Int, hue: UInt8) throws -> Data {
        var image = ColorImage(width: width, height: height, repeating: SIMD4(hue, 120, 255 - hue, 255))
        for y in 0..<height { for x in 0..<width where (x / 16 + y / 16) % 2 == 0 { image[x, y] = SIMD4(240, hue, 60, 255) } }
        return Data(try JPEG.encode(image, quality: 80))
    }

    /// Whether a program is there.
    static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// The text of a PDF.
    static func text(of pdf: [UInt8]) throws -> String {
        let folder = FileManager.default.temporaryDirectory
        let input = folder.appendingPathComponent("\(UUID().uuidString).pdf")
        let output = folder.appendingPathComponent("\(UUID().uuidString).txt")
        defer { for file in [input, output] { try? FileManager.default.removeItem(at: file) } }
        try Data(pdf).write(to: input)
        try RunningProgram(named: "pdftotext", ["-layout", input.path, output.path]).waitUntilExit()
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
}
