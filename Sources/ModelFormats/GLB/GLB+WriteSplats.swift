import Codecs
import Foundation
import Geometry
import Splats
import Support

extension GLB {
    /// Writes Gaussian splats as points with the attributes of KHR_gaussian_splatting as ratified: linear sizes, opacities 0…1,
    /// sRGB colours. `COLOR_0` shows the centres in readers that do not know the extension.
    static func write(
        _ splats: SplatCloud, _ model: Model, to url: URL, options: WriteOptions, progress: ProgressReporter
    ) throws(FormatError) -> [Loss] {
        let layout = GLTFSplatLayout(splats, of: model)
        var file = try begin(url, json: Array(layout.json(buffer: nil).utf8), byteLength: layout.byteLength)
        try layout.write(&file, progress)
        try AtomicFile.end(file)
        return frameLosses(options)
    }
}
