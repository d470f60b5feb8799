import Geometry

/// SLS Block 1 on the launch pad: 98 m from the engines' nozzles, y = 0, to the tip of the launch abort system. The boosters stand
/// at ±x, the feed lines in front (+z).
enum SpaceLaunchSystem {
    typealias Model = PartModel<ArtemisFinish>

    static func model(_ detail: Detail) -> Model {
        var model = Model()
        model.part("core-stage")
        addCoreStage(to: &model, detail)
        addEngines(to: &model, detail)
        addBoosters(to: &model, detail)
        model.part("upper-stage")
        addUpperStage(to: &model, detail)
        model.part("orion")
        let inner = OrionSpacecraft.launchModel(Detail(level: detail.level + 1, density: 0.8))
        model.add(
            inner, movedBy: RigidTransform(translation: Vector3(0, SLSDimensions.orionBase, 0)), below: "orion")
        addServiceModuleFairing(to: &model, detail)
        model.part("launch-abort-system")
        addLaunchAbortSystem(to: &model, detail)
        saveDrawCalls(in: &model)
        return model
    }

    /// Small shapes get the finish of a neighbour where that is hardly seen.
    private static func saveDrawCalls(in model: inout Model) {
        model.replace(
            .smoothWhite, by: .white, in: ["forward-skirt", "intertank", "engine-section", "stage-adapter", "orion-stage-adapter"])
        model.replace(.silverFoil, by: .white, in: ["engine-section"])
        model.replace(.brightMetal, by: .foam, in: ["stage-adapter"])
        for side in ["left", "right"] {
            model.replace(.brightMetal, by: .white, in: ["booster-\(side)-motor", "booster-\(side)-aft-skirt"])
            model.replace(.brightMetal, by: .darkMetal, in: ["booster-\(side)-nozzle"])
        }
        for k in 1...3 { model.replace(.brightMetal, by: .white, in: ["service-module-panel-\(k)"]) }
        model.replace(.brightMetal, by: .white, in: ["jettison-motor", "spacecraft-adapter"])
        model.replace(.darkMetal, by: .brightMetal, in: ["orion-stage-adapter"])
    }

    /// A texture of 3.3 m of foam, or 2 m of white panel, on a surface of revolution.
    static func style(_ detail: Detail, segments: Int = 160, radius: Float, tile: Float, crease: Float = 0.45) -> RevolutionStyle {
        RevolutionStyle(
            detail.segments(segments, least: 20), repeats: max(1, (2 * .pi * radius / tile).rounded()), tile: tile, crease: crease)
    }

    /// Chequered marks for cameras: `columns` by 2 fields of black on white, wrapped around a cylinder.
    static func checks(_ side: Cone, angle: Float, y: Float, field: Float, columns: Int = 4) -> (black: Shape, white: Shape) {
        var black = Shape()
        var white = Shape()
        for column in 0..<columns {
            for row in 0..<2 {
                let x = (Float(column) - Float(columns - 1) / 2) * field
                let shape = side.wrap(
                    Shape.box(Vector3(field, field, 0.01)).translated(x, (Float(row) - 0.5) * field, 0.008), angle: angle, y: y)
                if (column + row) % 2 == 0 { black.append(shape) } else { white.append(shape) }
            }
        }
        return (black, white)
    }
}
