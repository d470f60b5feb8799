import PlanFormats
import SyntheticScenes
import FloorPlans
import ModelFormats
import Foundation
import Images
import TestSupport
import Testing

@Suite struct SheetTests {
    @Test func `SVG has its page in millimetres, live text and a stated scale`() throws {
        let text = String(
            decoding: try written(SampleFlat.plan(), as: "svg", options: PlanWriteOptions(scale: 100, page: .named("A4"))),
            as: UTF8.self)
        #expect(text.contains("width=\"297mm\" height=\"210mm\" viewBox=\"0 0 297 210\""))
        for line in ["Living room", "26.1 m²", "Scale 1:100 on A4", "Sample flat", ">N<"] {
            #expect(text.contains(line), "\(line)")
        }
        for layer in PlanLayer.allCases where layer != .area { #expect(text.contains("<g id=\"\(layer.rawValue)\">")) }
    }

    @Test func `Lengths on paper are those of the plan divided by the scale`() throws {
        var storey = Storey(id: "s", name: "", elevation: 0, height: 3)
        storey.walls = [Wall(id: "w", start: .zero, end: PlanPoint(5, 0), thickness: 0.2, height: 2)]
        let plan = FloorPlan(id: "p", name: "", storeys: [storey])
        for scale in [50.0, 100] {
            let text = String(
                decoding: try written(plan, as: "svg", options: PlanWriteOptions(scale: scale, hasDimensions: false)), as: UTF8.self
            )
            let path = try #require(text.split(separator: "\n").first { $0.contains("fill=\"#3c3c3c\"") })
            let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
            let xs = [numbers[0], numbers[2], numbers[4], numbers[6]]
            #expect(abs(xs.max()! - xs.min()! - 5000 / scale) < 1e-3)
        }
    }

    @Test func `Without a north the origin is marked, and imperial labels are feet and inches`() throws {
        var plan = SampleFlat.plan()
        plan.north = nil
        let text = String(decoding: try written(plan, as: "svg", options: PlanWriteOptions(units: .imperial)), as: UTF8.self)
        #expect(text.contains("0, 0") && !text.contains(">N<"))
        #expect(text.contains("ft²") && text.contains("1:48 on Tabloid") && text.contains("Dimensions in feet and inches."))
    }

    @Test func `Drawings say what is inferred and what is assumed`() throws {
        var plan = SampleFlat.plan()
        plan.storeys[0].rooms[0].isCeilingUnseen = true
        plan.storeys[0].rooms[0].areaRange = AreaRange(lower: 24, upper: 29, observedOutline: 0.6)
        for i in plan.storeys[0].walls.indices where plan.storeys[0].walls[i].id == "south" {
            plan.storeys[0].walls[i].assumesThickness = true
        }
        let svg = String(decoding: try written(plan, as: "svg", options: PlanWriteOptions(page: .named("A3"))), as: UTF8.self)
        for text in [
            "h not determined", "≈ 26.1 m²", "24 to 29 m²", "Dashed walls: inferred, not observed.",
            "Light walls: thickness assumed.",
            "≈: to an inferred wall, or with an assumed thickness.", ">≈ 7.",
        ] { #expect(svg.contains(text), "\(text)") }
        #expect(svg.contains("fill=\"#9c9c9c\"") && svg.contains("stroke-dasharray"))
        let dxf = String(decoding: try written(plan, as: "dxf"), as: UTF8.self)
        for text in ["\\U+2248 7.", "A-WALL-PATT-ASSM", "DASHED", "Dashed walls: inferred, not observed.", "h not determined"] {
            #expect(dxf.contains(text), "\(text)")
        }
        // Of a plan that was observed completely nothing of this is said.
        plan = SampleFlat.plan()
        for i in plan.storeys[0].walls.indices {
            plan.storeys[0].walls[i].isUnseen = false
            plan.storeys[0].walls[i].assumesThickness = false
        }
        let whole = String(decoding: try written(plan, as: "svg"), as: UTF8.self)
        #expect(!whole.contains("≈") && !whole.contains("inferred") && !whole.contains("assumed"))
    }

    @Test func `PNG tells its resolution`() throws {
        let bytes = try written(SampleFlat.plan(), as: "png", options: PlanWriteOptions(scale: 100, page: .named("A4"), dpi: 150))
        let image = try PNG.decodeColor(bytes)
        #expect(image.width == 1754 && image.height == 1240)
        // pHYs behind the header: 150 dpi are 5906 pixels a metre.
        #expect(Array(bytes[37..<41]) == Array("pHYs".utf8) && Array(bytes[41..<45]) == [0, 0, 0x17, 0x12] && bytes[49] == 1)
        #expect(Set(image.pixels.map(\.x)).count > 10)
    }

    @Test func `PDF has a page for each storey, of the right size`() throws {
        let bytes = try written(SampleFlat.plan(storeys: 3), as: "pdf", options: PlanWriteOptions(scale: 100, page: .named("A4")))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1.5"))
        #expect(text.components(separatedBy: "/MediaBox [ 0 0 841.889").count == 4 && text.contains("/Count 3"))
    }

    @Test func `A drawing with an image is written everywhere`() throws {
        var drawing = Drawing(title: "View", width: 100, height: 80)
        var image = ColorImage(width: 4, height: 2, repeating: SIMD4(200, 10, 20, 255))
        image[0, 0] = SIMD4(0, 0, 255, 0)
        drawing.groups = [.init("view", [.image(image, left: 10, top: 10, width: 40, height: 20)])]
        let svg = try bytesWritten { try SVG.write(drawing, to: $0) }
        #expect(String(decoding: svg, as: UTF8.self).contains("href=\"data:image/png;base64,"))
        let pdf = try bytesWritten { try PDF.write([drawing], to: $0) }
        #expect(pdf.count > 500)
        let png = try PNG.decodeColor(bytesWritten { try drawing.writePNG(to: $0, dpi: 254) })
        // Ten pixels a millimetre: the middle of the image's right half.
        #expect(png[400, 200] == SIMD4(200, 10, 20, 255) && png[50, 50] == SIMD4(255, 255, 255, 255))
    }
}
