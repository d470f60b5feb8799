import Geometry

/// Orion as it flies: crew module, adapter and European service module. It stands on its main engine's nozzle, y = 0; the windows
/// face +z, the side hatch −x.
enum OrionSpacecraft {
    typealias Model = PartModel<ArtemisFinish>

    /// The spacecraft with deployed wings.
    static func model(_ detail: Detail) -> Model {
        var model = Model()
        addCrewModule(to: &model, detail)
        addAdapter(to: &model, detail)
        model.part("service-module")
        addServiceModule(to: &model, detail)
        addPropulsion(to: &model, detail)
        model.part("solar-arrays", of: "service-module")
        for k in 0..<4 { addWing(k, to: &model, detail) }
        return model
    }

    /// The spacecraft inside its fairing as three parts of the rocket, with folded wings.
    static func launchModel(_ detail: Detail) -> Model {
        var crew = Model()
        addCrewModule(to: &crew, detail)
        var adapter = Model()
        addAdapter(to: &adapter, detail)
        var service = Model()
        service.part("service-module")
        addServiceModule(to: &service, detail)
        addPropulsion(to: &service, detail)
        addFoldedWings(to: &service, detail)
        let small: Set<String> =
            detail.level > 2 ? ["crew-thrusters", "auxiliary-thrusters", "attitude-thrusters", "radiators"] : []
        var model = Model.joined(
            [("crew-module", crew), ("crew-module-adapter", adapter), ("service-module", service)], without: small)
        model.replace(.glass, by: .black, in: ["crew-module"])
        model.replace(.white, by: .smoothWhite, in: ["crew-module"])
        model.replace(.smoothWhite, by: .white, in: ["crew-module-adapter", "service-module"])
        model.replace(.darkMetal, by: .brightMetal, in: ["crew-module-adapter"])
        model.replace(.goldFoil, by: .brightMetal, in: ["crew-module-adapter"])
        for finish in [ArtemisFinish.solarCell, .panelBack] { model.replace(finish, by: .black, in: ["service-module"]) }
        return model
    }
}
