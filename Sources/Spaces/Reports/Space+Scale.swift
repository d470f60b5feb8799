import DioramaLibrary
import Reconstruction

extension Space {
    /// Whether its lengths are metres: those of photos without a reference aren't.
    var isScaleKnown: Bool { report.flatMap(ScanReport.init(json:))?.isScaleKnown ?? true }
}
