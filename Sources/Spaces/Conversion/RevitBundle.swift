import Codecs
import FloorPlans
import Foundation
import Geometry
import ModelFormats
import PlanFormats
import Support

/// A zip of the formats that Revit imports, as only Revit itself writes rvt: IFC to open or link, DXF to link, and the scan as E57.
public enum RevitBundle {
    /// - Parameters:
    ///   - plan: the floor plan.
    ///   - scan: the model file that the plan was made from; nil leaves it out.
    ///   - target: the zip file to write.
    ///   - options: how the plan is written.
    ///   - progress: receives the progress.
    /// - Returns: what the formats could not hold.
    /// - Throws: `FormatError`, `FileError`, `CancellationError`.
    public static func write(
        _ plan: FloorPlan, scan: URL?, to target: URL, options: PlanWriteOptions, progress: ProgressReporter = .silent
    ) throws -> [Loss] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-revit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var losses = try PlanFile.write(plan, to: folder.appendingPathComponent("plan.ifc"), options: options)
        losses += try PlanFile.write(plan, to: folder.appendingPathComponent("plan.dxf"), options: options)
        if let scan {
            var model = try ModelFile.read(scan, progress: progress.part(0...0.4))
            if let mesh = model.mesh {
                model.shape = .cloud(PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors))
            }
            model.texture = nil
            losses += try ModelFile.write(model, to: folder.appendingPathComponent("scan.e57"), progress: progress.part(0.4...0.8))
        }
        try AtomicFile.write(Array(instructions(plan, hasScan: scan != nil).utf8), to: folder.appendingPathComponent("HOWTO.txt"))
        try ZipFolder.write(folder, to: target, progress: progress.part(0.8...1))
        return losses
    }

    private static func instructions(_ plan: FloorPlan, hasScan: Bool) -> String {
        """
        \(plan.name.isEmpty ? "Floor plan" : plan.name), for Autodesk Revit
        Written by Diorama. Only Revit writes Revit files (.rvt); it imports these files instead.

        plan.ifc    The building: File > Open > IFC makes a Revit model of it; Insert > Link IFC keeps it as a reference.
                    Walls, doors, windows, rooms and slabs come with their quantities. Parts that the scan did not see have
                    'Unseen' in the property set 'Diorama_Scan'.
        plan.dxf    The drawing: Insert > Link CAD, import units 'meter', positioning 'Auto - Origin to Origin'.
        \(hasScan
            ? """
            scan.e57    The scan: Insert > Point Cloud; Revit (or ReCap) indexes it to .rcs first. Positioning 'Auto - Origin to
                        Origin' aligns it with the model: all three have the same origin, z up, in metres.
            """ : "This bundle contains no scan.")

        """
    }
}
