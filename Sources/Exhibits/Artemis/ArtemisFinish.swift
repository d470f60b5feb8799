import Geometry
import Images
import Models

/// What the surfaces of both models consist of. Colours are linear.
enum ArtemisFinish: Int, Hashable, CaseIterable, Sendable {
    /// Tiles of the crew module's back shell with their thermal control coating.
    case tile
    /// White painted panels with seams.
    case white
    /// Bright white second-surface radiators and smooth painted parts.
    case smoothWhite
    /// Silvery multi-layer insulation.
    case silverFoil
    /// Amber multi-layer insulation.
    case goldFoil
    /// Solar cells.
    case solarCell
    /// The dark fibre composite behind the solar cells.
    case panelBack
    /// The ablator of the heat shield.
    case heatShield
    /// Nozzles and other heat-resistant metal.
    case darkMetal
    /// Machined aluminium and steel.
    case brightMetal
    /// Black paint, rubber and openings.
    case black
    /// Window panes.
    case glass
    /// Sprayed orange foam insulation.
    case foam

    /// The materials that have textures of their own, with the names of their images.
    var textures: (base: ArtemisTexture?, normal: ArtemisTexture?) {
        switch self {
        case .tile: (.tileBase, .tileNormal)
        case .white: (.whiteBase, .whiteNormal)
        case .silverFoil, .goldFoil: (nil, .foilNormal)
        case .solarCell: (.solarBase, nil)
        case .heatShield: (.shieldBase, .shieldNormal)
        case .foam: (.foamBase, .foamNormal)
        default: (nil, nil)
        }
    }

    /// The material without its textures.
    var material: Material {
        func make(_ name: String, _ color: Vector3, metallic: Float, roughness: Float) -> Material {
            var material = Material(name: name)
            material.baseColor = SIMD4(color, 1)
            material.metallic = metallic
            material.roughness = roughness
            return material
        }
        let one = Vector3(repeating: 1)
        switch self {
        case .tile: return make("back-shell-tiles", one, metallic: 0.35, roughness: 0.46)
        case .white: return make("white-panels", one, metallic: 0, roughness: 0.5)
        case .smoothWhite: return make("smooth-white", Vector3(0.80, 0.80, 0.79), metallic: 0, roughness: 0.32)
        case .silverFoil: return make("silver-insulation", Vector3(0.72, 0.72, 0.70), metallic: 0.75, roughness: 0.36)
        case .goldFoil: return make("amber-insulation", Vector3(0.64, 0.35, 0.10), metallic: 0.85, roughness: 0.34)
        case .solarCell: return make("solar-cells", one, metallic: 0, roughness: 0.5)
        case .panelBack: return make("array-backs", Vector3(0.075, 0.066, 0.056), metallic: 0.1, roughness: 0.5)
        case .heatShield: return make("ablator", one, metallic: 0, roughness: 0.82)
        case .darkMetal: return make("dark-metal", Vector3(0.11, 0.105, 0.10), metallic: 0.9, roughness: 0.42)
        case .brightMetal: return make("bright-metal", Vector3(0.62, 0.62, 0.63), metallic: 0.95, roughness: 0.34)
        case .black: return make("black", Vector3(0.012, 0.012, 0.013), metallic: 0, roughness: 0.55)
        case .glass: return make("window-panes", Vector3(0.012, 0.016, 0.022), metallic: 0.1, roughness: 0.06)
        case .foam: return make("foam", one, metallic: 0, roughness: 0.88)
        }
    }
}

/// The images of the materials: 512 pixels a side, computed.
enum ArtemisTexture: String, CaseIterable, Sendable {
    case tileBase = "tile-color"
    case tileNormal = "tile-normal"
    case whiteBase = "white-color"
    case whiteNormal = "white-normal"
    case foilNormal = "foil-normal"
    case solarBase = "solar-color"
    case shieldBase = "ablator-color"
    case shieldNormal = "ablator-normal"
    case foamBase = "foam-color"
    case foamNormal = "foam-normal"

    /// Pixels of each side.
    static let size = 512

    /// Whether it holds normals, which JPEG would spoil.
    var isNormal: Bool {
        switch self {
        case .tileNormal, .whiteNormal, .foilNormal, .shieldNormal, .foamNormal: true
        default: false
        }
    }

    /// The pixels, the same each time.
    var image: ColorImage {
        let n = Self.size
        switch self {
        case .tileBase: return ProceduralTexture.color(n, n) { Self.tile($0, $1) }
        case .tileNormal:
            return ProceduralTexture.normals(n, strength: 1.8) { u, v in
                -ProceduralTexture.gridLine(u, v, columns: 8, rows: 8, width: 0.05)
                    + 0.12 * ProceduralTexture.fractal(u, v, cells: 16, octaves: 3, seed: 11)
            }
        case .whiteBase: return ProceduralTexture.color(n, n) { Self.white($0, $1) }
        case .whiteNormal:
            return ProceduralTexture.normals(n, strength: 2.2) { u, v in
                -ProceduralTexture.gridLine(u, v, columns: 1, rows: 1, width: 0.008) + 0.6 * Self.rivet(u, v)
                    + 0.1 * ProceduralTexture.fractal(u, v, cells: 6, octaves: 3, seed: 21)
            }
        case .foilNormal:
            return ProceduralTexture.normals(n, strength: 5) { u, v in
                0.8 * ProceduralTexture.facets(u, v, cells: 9, seed: 31) + 0.4 * ProceduralTexture.facets(u, v, cells: 21, seed: 37)
            }
        case .solarBase: return ProceduralTexture.color(n, n) { Self.solar($0, $1) }
        case .shieldBase: return ProceduralTexture.color(n, n) { Self.ablator($0, $1) }
        case .shieldNormal:
            return ProceduralTexture.normals(n, strength: 3) { u, v in
                -0.8 * Self.blockLine(u, v) + 0.5 * ProceduralTexture.fractal(u, v, cells: 24, octaves: 4, seed: 43)
            }
        case .foamBase: return ProceduralTexture.color(n, n) { Self.foam($0, $1) }
        case .foamNormal:
            return ProceduralTexture.normals(n, strength: 1.5) { u, v in
                ProceduralTexture.fractal(u, v, cells: 28, octaves: 4, seed: 51)
                    + 0.3 * ProceduralTexture.noise(u, v, cells: 6, seed: 57)
            }
        }
    }

    /// The encoded file: JPEG for colours, PNG for normals.
    /// - Parameter image: the pixels of `image`, so that they are computed once.
    func encoded(_ image: ColorImage) throws(ImageError) -> EncodedImage {
        let bytes = isNormal ? try PNG.encode(image) : try JPEG.encode(image, quality: 92)
        return EncodedImage(bytes, name: rawValue + (isNormal ? ".png" : ".jpg"))
    }

    /// Silvery tiles, each a little different, with dark gaps.
    private static func tile(_ u: Float, _ v: Float) -> Vector3 {
        let gap = ProceduralTexture.gridLine(u, v, columns: 8, rows: 8, width: 0.035)
        let own = ProceduralTexture.hash(Int(u * 8), Int(v * 8), seed: 12)
        let stain = ProceduralTexture.fractal(u, v, cells: 5, octaves: 4, seed: 13)
        let tone = 0.40 + 0.10 * own - 0.07 * stain
        return Vector3(tone, tone * 0.985, tone * 0.96) * (1 - 0.75 * gap)
    }

    /// White paint with a seam around the panel and fine wear.
    private static func white(_ u: Float, _ v: Float) -> Vector3 {
        let seam = ProceduralTexture.gridLine(u, v, columns: 1, rows: 1, width: 0.004)
        let wear = ProceduralTexture.fractal(u, v, cells: 4, octaves: 5, seed: 22)
        let tone = 0.80 - 0.07 * wear - 0.08 * rivet(u, v)
        return Vector3(tone, tone * 0.995, tone * 0.98) * (1 - 0.55 * seam)
    }

    /// 1 on the heads of rivets along the panel's seam.
    private static func rivet(_ u: Float, _ v: Float) -> Float {
        func row(_ along: Float, _ across: Float) -> Float {
            let a = along * 16 - (along * 16).rounded(.down) - 0.5
            let b = (min(across, 1 - across) - 0.03) * 16
            return a * a + b * b < 0.012 ? 1 : 0
        }
        return max(row(u, v), row(v, u))
    }

    /// 9 by 23 cells with cut corners, their fingers and the bright wires between them: a sixth of a panel of 1242 cells.
    private static func solar(_ u: Float, _ v: Float) -> Vector3 {
        let x = u * 9 - (u * 9).rounded(.down)
        let y = v * 23 - (v * 23).rounded(.down)
        let edge = min(min(x, 1 - x), min(y, 1 - y) * 0.65)
        let cut = min(x, 1 - x) + min(y, 1 - y) * 0.65
        let own = ProceduralTexture.hash(Int(u * 9), Int(v * 23), seed: 61)
        if edge < 0.03 || cut < 0.13 { return Vector3(0.034, 0.031, 0.030) }
        let bar = abs(y - 0.5) < 0.05 ? Float(0.055) : 0
        return Vector3(0.006, 0.011, 0.042) * (0.75 + 0.6 * own) + Vector3(repeating: bar)
    }

    /// 1 at the joints of the ablator's blocks, which are laid like bricks.
    private static func blockLine(_ u: Float, _ v: Float) -> Float {
        let row = (v * 4).rounded(.down)
        let shift: Float = Int(row) % 2 == 0 ? 0 : 0.5
        func line(_ t: Float) -> Float { max(0, 1 - abs(t - t.rounded()) / 0.03) }
        return max(line(u * 4 + shift), line(v * 4))
    }

    private static func ablator(_ u: Float, _ v: Float) -> Vector3 {
        let row = Int(v * 4)
        let column = Int(u * 4 + (row % 2 == 0 ? 0 : 0.5)) % 4
        let own = ProceduralTexture.hash(column, row, seed: 41)
        let grain = ProceduralTexture.fractal(u, v, cells: 20, octaves: 4, seed: 42)
        let tone = 0.75 + 0.3 * own + 0.5 * (grain - 0.5)
        return Vector3(0.145, 0.085, 0.048) * tone * (1 - 0.5 * blockLine(u, v))
    }

    /// Sprayed foam: orange that the sun has darkened here and there, with faint passes of the nozzle.
    private static func foam(_ u: Float, _ v: Float) -> Vector3 {
        let cloud = ProceduralTexture.fractal(u, v, cells: 3, octaves: 5, seed: 52)
        let grain = ProceduralTexture.fractal(u, v, cells: 40, octaves: 3, seed: 53)
        let passes = ProceduralTexture.noise(0.5, v, cells: 24, seed: 54)
        let tone = 0.80 + 0.34 * (cloud - 0.5) + 0.22 * (grain - 0.5) + 0.08 * (passes - 0.5)
        return Vector3(0.56, 0.205, 0.058) * tone
    }
}
