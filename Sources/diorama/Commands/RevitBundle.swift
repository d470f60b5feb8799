import Codecs
import PlanFormats
import FloorPlans
import ModelFormats
import Foundation
import Geometry
import Server
import Spaces
import Support

/// What Revit takes in place of an rvt, which only Revit writes: IFC to open or link, DXF to link, and the scan as E57 to index.
enum RevitBundle {
    /// - Parameter cloud: the scan that the plan was made from, a model file of any kind; nil where there is none.
    /// - Returns: what the formats could not hold.
    static func write(
        _ plan: FloorPlan, cloud: URL?, to target: URL, options: PlanWriteOptions, progress: ProgressReporter
    ) throws -> [Loss] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-revit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "plan"
        var losses = try PlanFile.write(plan, to: folder.appendingPathComponent("\(name).ifc"), options: options)
        losses += try PlanFile.write(plan, to: folder.appendingPathComponent("\(name).dxf"), options: options)
        if let cloud {
            var model = try ModelFile.read(cloud, progress: progress.part(0...0.4))
            if let mesh = model.mesh {
                model.shape = .cloud(PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors))
            }
            model.texture = nil
            losses += try ModelFile.write(model, to: folder.appendingPathComponent("scan.e57"), progress: progress.part(0.4...0.8))
        }
        try AtomicFile.write(Array(howTo(plan, hasScan: cloud != nil).utf8), to: folder.appendingPathComponent("HOWTO.txt"))
        try ZipFolder.write(folder, to: target, progress: progress.part(0.8...1))
        return losses
    }

    private static func howTo(_ plan: FloorPlan, hasScan: Bool) -> String {
        """
        \(plan.name.isEmpty ? "Floor plan" : plan.name), for Autodesk Revit
        Written by Diorama. Revit files (.rvt) are written by Revit alone; these are what it takes.

        plan.ifc    The building: File > Open > IFC makes a Revit model of it; Insert > Link IFC keeps it as a reference.
                    Walls, doors, windows, rooms and slabs come with their quantities. What the scan did not see has
                    'Unseen' in the property set 'Diorama_Scan'.
        plan.dxf    The drawing: Insert > Link CAD, import units 'meter', positioning 'Auto - Origin to Origin'.
        \(hasScan
            ? """
            scan.e57    The scan: Insert > Point Cloud; Revit (or ReCap) indexes it to .rcs first. Positioning 'Auto - Origin to
                        Origin' lays it over the model: all three have the same origin, z up, in metres.
            """ : "There is no scan in this bundle: add it with --cloud SCAN.")

        """
    }
}
