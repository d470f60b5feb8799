import Geometry
import Images
import Rendering

/// The images of the exhibit, drawn of the models.
enum ArtemisIllustrations {
    /// The models in the levels that images need, built once.
    struct Models: Sendable {
        let orion: PartModel<ArtemisFinish>
        /// The next coarser level, for images from afar.
        let distantOrion: PartModel<ArtemisFinish>
        let rocket: PartModel<ArtemisFinish>
        let textures: ArtemisTextures

        /// - Parameter isDraft: the coarsest levels, for tests.
        init(_ textures: ArtemisTextures, isDraft: Bool) {
            let last = ArtemisModel.levelCount - 1
            orion = ArtemisModel.orion.parts(level: isDraft ? last : 0)
            distantOrion = ArtemisModel.orion.parts(level: isDraft ? last : 1)
            rocket = ArtemisModel.sls.parts(level: isDraft ? last : 0)
            self.textures = textures
        }
    }

    /// A stage with the names of its images, built when it is drawn.
    struct Entry: Sendable {
        let names: [String]
        let make: @Sendable (Models) -> IllustrationSet

        init(_ names: [String], _ make: @escaping @Sendable (Models) -> IllustrationSet) {
            self.names = names
            self.make = make
        }
    }

    /// All stages.
    static let sets: [Entry] = [
        Entry(["orion"], orionThumbnail),
        Entry(["card-what-is-artemis-ii", "card-solar-arrays", "card-service-module", "card-mission-specialists"], orionInSpace),
        Entry(["card-orion"], orionExploded), Entry(["card-heat-shield", "card-return"], crewModule),
        Entry(["sls", "card-boosters", "card-abort-system", "card-launch", "card-rs-25"], rocketStage),
        Entry(["card-sls"], rocketExploded), Entry(["card-true-size"], rocketScale), Entry(["card-first-day"], firstDay),
        Entry(["card-around-the-moon"], moonFlight), Entry(["card-why-artemis"], moonRise),
        Entry(["card-commander-and-pilot"], seats), Entry(["card-living-aboard"], person),
        Entry(["card-record-distance"], distances),
        Entry(["card-mission-timeline"], trajectory),
    ]

    /// The paths of all images.
    static var paths: [String] {
        ArtemisModel.allCases.map { "images/\($0.rawValue).jpg" } + ArtemisCards.all.compactMap(\.image)
    }

    /// The movement that turns a thing about its center and brings that to a place.
    private static func place(center: Vector3, turned rotation: Quaternion, at target: Vector3) -> RigidTransform {
        RigidTransform(rotation: rotation, translation: target - rotation.rotate(center))
    }

    @Sendable private static func orionThumbnail(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.orion)
        let camera = Illustration.camera(at: Vector3(0, 3.3, 0), azimuth: 24, elevation: 17, distance: 31.5, field: 27)
        let size = Illustration.thumbnailSize
        return IllustrationSet(
            stage: stage, background: .studio(floor: 0), reach: 1.6,
            images: [Illustration("images/orion.jpg", camera: camera, width: size.width, height: size.height)])
    }

    @Sendable private static func orionInSpace(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.orion)
        let sun = StageLight.sun(Vector3(-0.5, 0.55, 0.7))
        return IllustrationSet(
            stage: stage, background: .space, reach: 1.6,
            images: [
                .card(
                    "what-is-artemis-ii", at: Vector3(0, 3.4, 0), azimuth: 28, elevation: 24, distance: 27, field: 30, light: sun),
                .card(
                    "solar-arrays", at: Vector3(5.6, 1.8, 3.2), azimuth: 20, elevation: 34, distance: 8.5, field: 34,
                    light: .sun(Vector3(0.5, 0.7, -0.5))),
                .card(
                    "service-module", at: Vector3(0, 1.5, 0), azimuth: 20, elevation: -34, distance: 8.6, field: 32,
                    light: .sun(Vector3(-0.5, -0.35, 0.8))),
                .card(
                    "mission-specialists", at: Vector3(-1.9, 5.9, 0.2), azimuth: -70, elevation: 18, distance: 6.2, field: 30,
                    light: .sun(Vector3(-0.7, 0.45, 0.55))),
            ])
    }

    @Sendable private static func orionExploded(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.orion, offset: { Exploded.offset($0, in: OrionParts.tree) * 0.62 })
        return IllustrationSet(
            stage: stage, background: .dark, reach: 1.2,
            images: [.card("orion", at: Vector3(0, 5.4, 0), azimuth: 30, elevation: 9, distance: 29, field: 27)])
    }

    @Sendable private static func crewModule(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        let parts: Set<String> = [
            "crew-module", "windows", "side-hatch", "crew-thrusters", "forward-bay-cover", "docking-hatch", "heat-shield",
        ]
        stage.add(models.orion, where: { parts.contains($0) })
        var fire = StageLight.sun(Vector3(0.5, 0.5, 0.6))
        fire.keyColor = Vector3(0.5, 0.55, 0.7)
        fire.ground = Vector3(4.2, 1.25, 0.25)
        fire.rim = Vector3(0.1, -0.98, 0.15).normalized
        fire.rimColor = Vector3(5.0, 1.7, 0.45)
        return IllustrationSet(
            stage: stage, background: .space, reach: 1,
            images: [
                .card(
                    "heat-shield", at: Vector3(0, 4.9, 0), azimuth: 20, elevation: -42, distance: 11.5, field: 30,
                    light: .sun(Vector3(-0.6, -0.25, 0.75))),
                .card("return", at: Vector3(0, 5.6, 0), azimuth: 35, elevation: 2, distance: 12.5, field: 28, light: fire),
            ])
    }

    @Sendable private static func rocketStage(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.rocket)
        let size = Illustration.thumbnailSize
        return IllustrationSet(
            stage: stage, background: .studio(floor: -0.02), reach: 4,
            images: [
                Illustration(
                    "images/sls.jpg",
                    camera: Illustration.camera(at: Vector3(0, 49.5, 0), azimuth: 32, elevation: 7, distance: 232, field: 26),
                    width: size.width, height: size.height),
                .card("boosters", at: Vector3(5.6, 6, 0), azimuth: 28, elevation: 6, distance: 34, field: 28),
                .card("abort-system", at: Vector3(0, 90.6, 0), azimuth: 28, elevation: 4, distance: 34, field: 28),
                .card("launch", at: Vector3(0, 33, 0), azimuth: 22, elevation: -34, distance: 56, field: 62),
                .card("rs-25", at: Vector3(0.6, 1.7, 1.4), azimuth: 8, elevation: 1.5, distance: 15, field: 26),
            ])
    }

    @Sendable private static func rocketExploded(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.rocket, offset: { Exploded.offset($0, in: RocketParts.tree) })
        // The rocket is horizontal in the image: rotated about the axis of view.
        var camera = Illustration.camera(at: Vector3(0, 71, 0), azimuth: 25, elevation: 8, distance: 226, field: 25)
        camera.pose.rotation = camera.pose.rotation * Quaternion(angle: -.pi / 2, axis: Vector3(0, 0, 1))
        return IllustrationSet(
            stage: stage, background: .dark, reach: 4, images: [Illustration("images/card-sls.jpg", camera: camera)])
    }

    @Sendable private static func rocketScale(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(models.rocket)
        let house = StageProps.house
        let place = RigidTransform(rotation: Quaternion(angle: 0.5, axis: Vector3(0, 1, 0)), translation: Vector3(30, 0, 4))
        stage.add(house.walls.moved(place), StageMaterial(Vector3(0.62, 0.58, 0.52)))
        stage.add(house.roof.moved(place), StageMaterial(Vector3(0.30, 0.10, 0.07)))
        stage.add(house.openings.moved(place), StageMaterial(Vector3(0.02, 0.025, 0.03), roughness: 0.15))
        for (x, z) in [(Float(17), Float(9)), (19, 10), (38, 12)] {
            stage.add(StageProps.person.translated(x, 0, z), StageMaterial(Vector3(0.75, 0.45, 0.12)))
        }
        return IllustrationSet(
            stage: stage, background: .studio(floor: -0.02), reach: 4,
            images: [.card("true-size", at: Vector3(10, 47, 0), azimuth: 8, elevation: 4, distance: 205, field: 30)])
    }

    @Sendable private static func firstDay(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(
            models.distantOrion,
            movedBy: RigidTransform(rotation: Quaternion(angle: -1.15, axis: Vector3(0.3, 0.1, 1)), translation: Vector3(-9, 3, 0)))
        let parts: Set<String> = ["propulsion-stage", "rl10-engine", "orion-stage-adapter"]
        stage.add(
            models.rocket,
            movedBy: place(
                center: Vector3(0, 72, 0), turned: Quaternion(angle: 1.25, axis: Vector3(0.2, 0.35, 1).normalized),
                at: Vector3(13, 2, -10)),
            where: { parts.contains($0) })
        let planet = StageProps.globe(160).rotated(1.35, about: Vector3(1, 0.25, 0.1).normalized).translated(20, -186, -60)
        stage.add(planet, StageProps.earthMaterial)
        return IllustrationSet(
            stage: stage, background: .space, reach: 1.5,
            images: [
                .card(
                    "first-day", at: Vector3(0, 1, -4), azimuth: 4, elevation: 9, distance: 46, field: 34,
                    light: .sun(Vector3(-0.55, 0.55, 0.7), planet: Vector3(0.16, 0.22, 0.32)))
            ])
    }

    @Sendable private static func moonFlight(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(
            models.distantOrion,
            movedBy: RigidTransform(
                rotation: Quaternion(angle: -0.9, axis: Vector3(0.15, 0.2, 1).normalized), translation: Vector3(-6, 3, 0)))
        stage.add(
            StageProps.globe(120).rotated(2.2, about: Vector3(0.3, 1, 0.1).normalized).translated(70, -88, -190),
            StageProps.moonMaterial)
        stage.add(StageProps.globe(5, segments: 64).translated(-95, 62, -330), StageProps.earthMaterial)
        return IllustrationSet(
            stage: stage, background: .space, reach: 1.5,
            images: [
                .card(
                    "around-the-moon", at: Vector3(0, 2, 0), azimuth: 6, elevation: 4, distance: 34, field: 36,
                    light: .sun(Vector3(-0.75, 0.35, 0.55), planet: Vector3(0.09, 0.088, 0.085)))
            ])
    }

    @Sendable private static func moonRise(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        stage.add(
            StageProps.globe(100).rotated(4.0, about: Vector3(0.1, 1, 0.2).normalized).translated(30, -6, -260),
            StageProps.moonMaterial)
        stage.add(
            models.distantOrion,
            movedBy: RigidTransform(
                rotation: Quaternion(angle: 1.0, axis: Vector3(0.2, 0.3, 1).normalized), translation: Vector3(-22, 4, -40)))
        return IllustrationSet(
            stage: stage, background: .space, reach: 1.5,
            images: [
                .card(
                    "why-artemis", at: Vector3(0, 0, -60), azimuth: 0, elevation: 0, distance: 100, field: 46,
                    light: .sun(Vector3(0.9, 0.25, -0.35)))
            ])
    }

    @Sendable private static func seats(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        let suit = StageMaterial(Vector3(0.72, 0.24, 0.05), roughness: 0.7)
        let frame = StageMaterial(Vector3(0.07, 0.075, 0.085), metallic: 0.3, roughness: 0.5)
        for (x, z, y) in [(Float(-0.62), Float(0), Float(0.55)), (0.62, 0, 0.55), (-0.62, 1.1, 0), (0.62, 1.1, 0)] {
            let place = RigidTransform(
                rotation: Quaternion(angle: 1.22, axis: Vector3(1, 0, 0)), translation: Vector3(x, y + 0.25, -z))
            let person = StageProps.seatedPerson.moved(place)
            stage.add(person, suit)
            stage.add(StageProps.seat.moved(place), frame)
        }
        return IllustrationSet(
            stage: stage, background: .studio(floor: -0.3), reach: 0.8,
            images: [.card("commander-and-pilot", at: Vector3(0, 0.85, -0.3), azimuth: 26, elevation: 12, distance: 6.2, field: 28)]
        )
    }

    @Sendable private static func person(_ models: Models) -> IllustrationSet {
        var stage = Stage(models.textures)
        let parts: Set<String> = [
            "crew-module", "windows", "side-hatch", "crew-thrusters", "forward-bay-cover", "docking-hatch", "heat-shield",
        ]
        stage.add(
            models.orion, movedBy: RigidTransform(translation: Vector3(0, -OrionDimensions.heatShieldApex, 0)),
            where: { parts.contains($0) })
        stage.add(StageProps.person.turned(-0.4).translated(3.3, 0, 1.2), StageMaterial(Vector3(0.72, 0.24, 0.05)))
        return IllustrationSet(
            stage: stage, background: .studio(floor: 0), reach: 1,
            images: [.card("living-aboard", at: Vector3(0.6, 1.5, 0), azimuth: 12, elevation: 9, distance: 13, field: 28)])
    }
}

/// Positions of parts in the exploded view.
enum Exploded {
    /// How far a node moves: its part's movement and those of the parts that it belongs to.
    static func offset(_ node: String, in tree: [ExhibitModel.Part]) -> Vector3 {
        path(node, in: tree)?.reduce(Vector3(repeating: 0)) { sum, part in
            guard let d = part.offset else { return sum }
            return sum + Vector3(Float(d[0]), Float(d[1]), Float(d[2]))
        } ?? Vector3(repeating: 0)
    }

    /// The parts from the outermost one to that of a node.
    private static func path(_ node: String, in tree: [ExhibitModel.Part]) -> [ExhibitModel.Part]? {
        for part in tree {
            if part.node == node { return [part] }
            if let inner = path(node, in: part.parts) { return [part] + inner }
        }
        return nil
    }
}
