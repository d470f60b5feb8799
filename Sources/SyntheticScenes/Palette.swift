import Geometry
import Support

/// The colours of one flat: a few that go together.
struct Palette: Sendable {
    var sofa: Vector3
    var armchair: Vector3
    var pillows: (Vector3, Vector3)
    var rug: (ground: Vector3, dark: Vector3, warm: Vector3, accent: Vector3)
    var curtain: Vector3
    var accentWall: Vector3
    var bedding: Vector3
    var blanket: Vector3
    var headboard: Vector3

    let wall = web(0xf1ece2)
    let ceiling = web(0xf8f6f1)
    let trim = web(0xfaf8f3)
    let oak = (light: web(0xd9b68a), dark: web(0xa97d50))
    let walnut = (light: web(0x8a5d3c), dark: web(0x4f321f))
    let brass = web(0xc79a4b)
    let iron = web(0x2d2e31)
    let linen = web(0xf4e3c3)

    /// One of three palettes.
    static func choose(_ random: inout SplitMix64, seed: UInt64) -> Palette {
        var palette = all[Int(seed % UInt64(all.count))]
        // No two flats have just the same sofa.
        palette.sofa *= Vector3(
            1 + 0.08 * (random.unit() - 0.5), 1 + 0.08 * (random.unit() - 0.5), 1 + 0.08 * (random.unit() - 0.5))
        return palette
    }

    private static let all: [Palette] = [
        Palette(
            sofa: web(0x9a8f83), armchair: web(0x4f6d5d), pillows: (web(0xc9643f), web(0xeadfce)),
            rug: (web(0xe9dfcc), web(0x34463f), web(0xb8694a), web(0xd3a24f)), curtain: web(0xe6ddcc), accentWall: web(0x8fa39a),
            bedding: web(0xf3efe8), blanket: web(0xb8694a), headboard: web(0x6f7d73)),
        Palette(
            sofa: web(0x3f6e73), armchair: web(0xcf9440), pillows: (web(0xd6a14a), web(0xf0e6d6)),
            rug: (web(0xeee3cf), web(0x2f4a5e), web(0xbf6a45), web(0xd9a550)), curtain: web(0xefe6d6), accentWall: web(0x7f97a0),
            bedding: web(0xf5f1ea), blanket: web(0xc07a4e), headboard: web(0xb9a88f)),
        Palette(
            sofa: web(0x7d8f78), armchair: web(0xb3583c), pillows: (web(0xe3c48f), web(0x3f5566)),
            rug: (web(0xefe6d8), web(0x4a3f4d), web(0x8fa58b), web(0xc98a4b)), curtain: web(0xe9e4d8), accentWall: web(0xc9a48b),
            bedding: web(0xf4f0e9), blanket: web(0x6f8a7d), headboard: web(0xa7836a)),
    ]
}
