import CCairo
import Foundation
import Images
import Support

/// A label on a device, drawn from a seed and photographed askew.
public struct RenderedLabel: Sendable {
    /// What is printed.
    public let brand: String
    public let model: String
    public let serial: String
    /// The date of expiry as printed; empty where there is none.
    public let expiry: String
    private let flat: Image<UInt8>
    private let seed: UInt64

    /// The label of this seed.
    public init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed &* 48_271 &+ 5)
        func letters(_ count: Int, _ alphabet: String) -> String {
            (0..<count).map { _ in String(random.pick(Array(alphabet))) }.joined()
        }
        brand = random.pick([
            "BOSCH", "Makita", "SIEMENS", "Miele", "Philips", "Canon", "Tefal", "Braun", "Zetor", "Nikon", "HILTI", "Sencor",
        ])
        model = letters(2, "ABCDEFGHKLMNPRSTVX") + "-" + letters(3, "0123456789") + letters(1, "ABDEFX")
        let alphabet = "ABCDEFGHJKLMNPRSTUVWXYZ"
        serial =
            switch random.next() % 4 {
            case 0: letters(9, "0123456789")
            case 1: letters(2, alphabet) + letters(7, "0123456789")
            case 2: letters(4, "0123456789") + "-" + letters(5, "0123456789")
            default: letters(1, alphabet) + letters(3, "0123456789") + letters(2, alphabet) + letters(5, "0123456789")
            }
        expiry =
            random.next() % 3 == 0
            ? "\(10 + random.next() % 18).\(["03", "07", "11"][Int(random.next() % 3)]).20\(27 + random.next() % 8)" : ""
        let captions = [
            ("Model:", "S/N:"), ("Model No.", "Serial No."), ("Typ:", "Seriennummer:"), ("Modèle :", "N° de série :"),
            ("Modelo:", "Número de serie:"), ("Model:", "Výrobní číslo:"), ("Type:", "SN:"), ("Mod.", "Serial Number:"),
        ]
        let caption = random.pick(captions)
        let font = random.pick(ThingTexture.fonts)
        let ink = random.between(0, 0.2)
        let canvas = Canvas(width: 900, height: 520, gray: random.between(0.85, 1))
        cairo_rectangle(canvas.context, 8, 8, 884, 504)
        canvas.stroke(gray: ink, width: 3)
        canvas.text(brand, x: 40, y: 100, size: 78, font: "DejaVu Sans", bold: true, gray: ink)
        var y = 180.0
        func line(_ text: String, bold: Bool = false) {
            let size = min(44, 44 * 820 / max(1, canvas.advance(text, size: 44, font: font, bold: bold)))
            canvas.text(text, x: 40, y: y, size: size, font: font, bold: bold, gray: ink)
            y += 64
        }
        line("\(caption.0) \(model)")
        line("\(caption.1) \(serial)", bold: random.next() & 1 == 0)
        line(random.pick(["220-240 V ~ 50/60 Hz 1200 W", "12 V = 3.5 A", "230 V 50 Hz 65 W IP44", "18 V Li-Ion 2.0 Ah"]))
        if !expiry.isEmpty { line(random.pick(["EXP ", "Best before ", "MHD "]) + expiry) }
        line(random.pick(["Made in Germany", "Fabriqué en France", "Vyrobeno v ČR", "Hecho en España", "Made in China"]))
        flat = canvas.image()
    }

    /// The label straight on, without blur.
    public var scan: Image<UInt8> { flat }

    /// A photo of the label with perspective, blur, changed light and noise.
    /// - Parameter strength: 0 straight on to 1 as askew as phones photograph labels.
    public func photo(strength: Double = 1, width: Int = 1280, height: Int = 960) -> Image<UInt8> {
        var random = SplitMix64(seed: seed &* 97 &+ 23)
        let surroundings = ThingTexture.desk(seed: random.next() % 40, edge: 512)
        let scale = random.between(0.8, 1.1) * Double(width) / 1280
        let yaw = random.between(-0.6, 0.6) * strength
        let pitch = random.between(-0.5, 0.5) * strength
        let roll = random.between(-0.22, 0.22) * strength
        // The label's plane turned about its middle, at the distance of 1.6 widths.
        let rotation = Self.rotation(yaw: yaw, pitch: pitch, roll: roll)
        let focal = 1450.0
        let shift = SIMD2(random.between(-60, 60), random.between(-50, 50))
        let gradient = random.between(-0.35, 0.35)
        let light = random.between(0.6, 1.05)
        var levels = [Double](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                // The ray through the pixel meets the plane: n·(t r) = n·c with c = (0, 0, focal).
                let r = SIMD3(
                    (Double(x) - Double(width) / 2 - shift.x) / scale, (Double(y) - Double(height) / 2 - shift.y) / scale, focal)
                let n = rotation[2]
                let t = n.z * focal / (n * r).sum()
                let p = t * r - SIMD3(0, 0, focal)
                let u = (p * rotation[0]).sum() + 450
                let v = (p * rotation[1]).sum() + 260
                let level: Double
                if u >= 0, v >= 0, u < 899, v < 519 {
                    level = Self.bilinear(flat, u: u, v: v)
                } else {
                    level = Double(surroundings.pixels[(abs(Int(v / 2)) % 512) * 512 + abs(Int(u / 2)) % 512]) / 255 * 0.6
                }
                levels[y * width + x] = level * light * (1 + gradient * (Double(x) / Double(width) - 0.5))
            }
        }
        RenderedThing.blur(&levels, width: width, height: height, sigma: max(0.3, random.between(0.5, 2.0) * strength))
        let noise = random.between(1, 5)
        let pixels = levels.map { UInt8(min(max($0 * 255 + Double(random.normal()) * noise, 0), 255)) }
        return Image(width: width, height: height, pixels: pixels)
    }

    private static func bilinear(_ image: Image<UInt8>, u: Double, v: Double) -> Double {
        let i = Int(u)
        let j = Int(v)
        let fx = u - Double(i)
        let fy = v - Double(j)
        let k = j * image.width + i
        let top = Double(image.pixels[k]) * (1 - fx) + Double(image.pixels[k + 1]) * fx
        let bottom = Double(image.pixels[k + image.width]) * (1 - fx) + Double(image.pixels[k + image.width + 1]) * fx
        return (top * (1 - fy) + bottom * fy) / 255
    }

    private static func rotation(yaw: Double, pitch: Double, roll: Double) -> [SIMD3<Double>] {
        func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
            let a = SIMD3(v.x * cos(roll) - v.y * sin(roll), v.x * sin(roll) + v.y * cos(roll), v.z)
            let b = SIMD3(a.x, a.y * cos(pitch) - a.z * sin(pitch), a.y * sin(pitch) + a.z * cos(pitch))
            return SIMD3(b.x * cos(yaw) + b.z * sin(yaw), b.y, -b.x * sin(yaw) + b.z * cos(yaw))
        }
        return [turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)), turned(SIMD3(0, 0, 1))]
    }
}

extension Image where Pixel == UInt8 {
    /// The grey image as a colour image.
    public var color: ColorImage {
        ColorImage(width: width, height: height, pixels: pixels.map { SIMD4($0, $0, $0, 255) })
    }
}
