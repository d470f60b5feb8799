import ExhibitMotion
import Exploration
import Foundation
import Geometry
import Live
import SplatView

// Generates the part of Web/src/core that Swift defines: offsets of the blocks that core.wasm writes, numbers of cases, moods. Run
// by scripts/generate-core-types.sh.

/// `export const NAME = { … } as const;`, one entry on each line.
func constants(_ name: String, comment: String, entries: [(String, some CustomStringConvertible)]) -> String {
    let lines = entries.map { "  \($0.0): \($0.1),\n" }.joined()
    return "/** \(comment) */\nexport const \(name) = {\n\(lines)} as const;\n"
}

/// The offsets of a block's fields, and its size, in words.
func layout(_ name: String, type: String, of value: some WordFields) -> String {
    var layout = WordLayout()
    value.put(into: &layout)
    let fields = layout.fields.map { ("\($0.name)", $0.offset) }
    return constants(name, comment: "`\(type)` in words of 32 bits.", entries: fields + [("words", layout.size)])
}

/// The numbers of an enumeration's cases.
func cases<Value: CaseIterable & RawRepresentable>(_ name: String, _ type: Value.Type) -> String
where Value.RawValue: BinaryInteger {
    constants(name, comment: "`\(type)`.", entries: type.allCases.map { ("\($0)", Int($0.rawValue)) })
}

/// Names of the errors, whose descriptions are sentences.
func name(of error: ExplorationError) -> String {
    switch error {
    case .badMesh: "badMesh"
    case .emptyMesh: "emptyMesh"
    case .tooLarge: "tooLarge"
    case .badNumber: "badNumber"
    case .badRecording: "badRecording"
    case .foreignVersion: "foreignVersion"
    }
}

func hex(_ color: UInt32) -> String { "#" + String(format: "%06x", color) }

/// A room of one triangle: the layouts are the same for every value.
func sample() throws -> Exploration {
    let mesh = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(0, 0, 4), Vector3(4, 0, 0)], indices: [0, 1, 2])
    return Exploration(try Place(mesh))
}

/// The words of names in sessions without free text.
func words(_ name: String, _ words: [StaticString]) -> String {
    "export const \(name): readonly string[] = [\n" + words.map { "  \"\($0)\",\n" }.joined() + "];\n"
}

/// Blocks and numbers of live sessions.
func liveTypes() -> String {
    let id = CompanionID(creator: .room, number: 0)
    return [
        layout("liveStateLayout", type: "LiveStateWords", of: LiveStateWords(LiveClient(key: ParticipantKey(low: 0, high: 0)))),
        layout("liveParticipantLayout", type: "ParticipantWords", of: ParticipantWords.sample),
        layout("liveCompanionLayout", type: "CompanionWords", of: CompanionWords.sample),
        layout("liveMeasurementLayout", type: "MeasurementWords", of: MeasurementWords.sample),
        layout("liveEventLayout", type: "EventWords", of: EventWords(.removed(id), by: nil, at: 0)),
        constants(
            "liveFlags", comment: "Bits of the flags of live blocks.",
            entries: LiveFlags.named.map { ("\($0.name)", $0.flag.rawValue) }),
        cases("liveEventKinds", EventWords.Kind.self),
        cases("liveStatus", LiveClient.Status.self),
        cases("liveRoles", Role.self),
        cases("liveActions", CompanionAction.self),
        cases("liveStyles", EffectStyle.self),
        cases("liveSymbols", ReactionSymbol.self),
        cases("liveReasons", Refusal.Reason.self),
        cases("liveRemedies", Refusal.Remedy.self),
        constants(
            "liveLimits", comment: "`LiveLimits`.",
            entries: [
                ("maxNameBytes", "\(LiveLimits.maxNameBytes)"), ("minScale", "\(LiveLimits.minScale)"),
                ("maxScale", "\(LiveLimits.maxScale)"), ("models", "\(CompanionModel.count)"),
                ("maxMeasurementPoints", "\(LiveLimits.maxMeasurementPoints)"),
                ("maxMeasurementsPerAuthor", "\(LiveLimits.maxMeasurementsPerAuthor)"),
            ]),
        words("listedAdjectives", ListedNames.adjectives),
        words("listedAnimals", ListedNames.animals),
    ].joined(separator: "\n")
}

/// Blocks and numbers of the motion of exhibits.
func exhibitTypes() -> String {
    let limits = OrbitLimits(bounds: Bounds(min: .zero, max: .one), floor: 0)
    let pose = OrbitPose(yaw: 0, pitch: 0, distance: 1, target: .zero)
    let position = LabelLayout.Position(side: .hidden, x: 0, y: 0)
    return [
        layout("exhibitCardLayout", type: "CardWords", of: CardWords(motion: CardMotion())),
        layout("exhibitOrbitLayout", type: "OrbitWords", of: OrbitWords(camera: OrbitCamera(limits: limits, pose: pose))),
        layout("exhibitLabelLayout", type: "LabelWords", of: LabelWords(position: position)),
        constants(
            "exhibitFlags", comment: "Bits of the flags of exhibit blocks.",
            entries: ExhibitFlags.named.map { ("\($0.name)", $0.flag.rawValue) }),
        cases("exhibitCardPhases", CardMotion.Phase.self),
        cases("exhibitCardEvents", CardMotion.Event.self),
        cases("exhibitLabelSides", LabelLayout.Position.Side.self),
        constants(
            "exhibitMotion", comment: "Constants of `ExhibitMotion`: pixels, milliseconds, radians, factors.",
            entries: [
                ("swipeFraction", "\(CardMotion.swipeFraction)"), ("swipeSpeed", "\(CardMotion.swipeSpeed)"),
                ("minSwipeDistance", "\(CardMotion.minSwipeDistance)"), ("longPressTime", "\(Int(LongPress.duration))"),
                ("longPressTolerance", "\(LongPress.tolerance)"), ("keyTurn", "\(OrbitCamera.keyTurn)"),
                ("keyZoom", "\(OrbitCamera.keyZoom)"), ("labelGap", "\(LabelLayout.gap)"), ("homeYaw", "\(HomeView.yaw)"),
                ("homePitch", "\(HomeView.pitch)"), ("homeMargin", "\(HomeView.margin)"),
                ("fieldOfView", "\(HomeView.fieldOfView)"),
            ]),
    ].joined(separator: "\n")
}

/// Blocks and numbers of splats.
func splatTypes() -> String {
    let header = SplatSet.Header(version: 3, count: 0, degree: 0, fractionalBits: 12)
    let hit = SplatHit(point: .zero, normal: .zero, distance: 0, splat: 0)
    return [
        layout("splatHeaderLayout", type: "SplatHeaderWords", of: SplatHeaderWords(header: header)),
        layout("splatSetLayout", type: "SplatSetWords", of: SplatSetWords(set: SplatSet(capacity: 1, degree: 0))),
        layout("splatHitLayout", type: "SplatHitWords", of: SplatHitWords(hit: hit)),
        cases("splatErrors", SplatDecodingError.self),
        constants(
            "splatLimits", comment: "`SplatSet`.",
            entries: [("pieceSize", "\(SplatSet.pieceSize)"), ("harmonicWordsPerDegree", "\(SplatSet.harmonicWords(1))")]),
    ].joined(separator: "\n")
}

func typescript() throws -> String {
    let exploration = try sample()
    let pick = Pick(kind: .none, index: -1, point: .zero, normal: .zero, distance: 0)
    let box = try ObjectBox(center: .zero, size: .zero, rotation: .identity)
    let screen = FloatingScreen(position: .zero, rotation: .identity, size: .zero)
    let floor = Pick(kind: .mesh, index: 0, point: Vector3(1, 0, 1), normal: Vector3(0, 1, 0), distance: 1)
    guard let placement = exploration.place(floor, height: 0) else { fatalError("no placement on the floor") }
    let moods = Mood.allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return [
        """
        // Generated from Sources/Exploration and Sources/WebCore by scripts/generate-core-types.sh: change the Swift sources, not
        // this file.

        """,
        "export const stateVersion = \(ExplorationState.version);\nexport const stateSize = \(ExplorationState.size);\n",
        "/** The maximum number of pins in each list of a state. */\nexport const maxEvents = \(ExplorationState.maxEvents);\n",
        layout("stateLayout", type: "Exploration", of: exploration),
        constants(
            "stateFlags", comment: "Bits of the state's `flags`.",
            entries: ExplorationState.Flags.named.map { ("\($0.name)", $0.flag.rawValue) }),
        layout("placeLayout", type: "Place", of: exploration.place),
        layout(
            "shapeLayout", type: "SpaceShape", of: SpaceShape(bounds: exploration.place.bounds, levels: exploration.place.levels)),
        layout("pickLayout", type: "Pick", of: pick),
        layout("placementLayout", type: "Placement", of: placement),
        layout("screenLayout", type: "FloatingScreen", of: screen),
        layout("objectLayout", type: "ObjectBox", of: box),
        layout("cueLayout", type: "Cue", of: Cue(strength: 0, hue: 0, size: 0, ripple: 0)),
        cases("pickKinds", Pick.Kind.self),
        constants(
            "pickTargets", comment: "Bits of `PickTargets`.",
            entries: [
                ("mesh", PickTargets.mesh.rawValue), ("objects", PickTargets.objects.rawValue), ("pins", PickTargets.pins.rawValue),
                ("hidden", PickTargets.hidden.rawValue), ("all", PickTargets.all.rawValue),
            ]),
        cases("screenHandles", ScreenHandle.self),
        cases("cameraModes", CameraMode.self),
        cases("lengthUnits", LengthUnits.self),
        constants("errorCodes", comment: "`ExplorationError`.", entries: ExplorationError.allCases.map { (name(of: $0), $0.code) }),
        liveTypes(),
        exhibitTypes(),
        splatTypes(),
        """
        /** The moods of memories, in the order of their numbers. */
        export const moods = [\(moods)] as const;

        export type Mood = (typeof moods)[number];

        """,
    ].joined(separator: "\n")
}

/// The style sheet with the hues of `Mood`: the first rule is the dark theme's, the second the light theme's.
func stylesheet(_ css: String) throws -> String {
    var css = css
    for mood in Mood.allCases {
        let expression = try NSRegularExpression(pattern: "(--mood-\(mood.name): )#[0-9a-f]{6}")
        let matches = expression.matches(in: css, range: NSRange(css.startIndex..., in: css))
        guard matches.count == 2 else { fatalError("tokens.css has --mood-\(mood.name) \(matches.count) times, not twice") }
        for (match, color) in zip(matches, [mood.color, mood.colorOnLight]).reversed() {
            css = (css as NSString).replacingCharacters(in: match.range, with: "--mood-\(mood.name): " + hex(color))
        }
    }
    return css
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let types = arguments.first, let tokens = arguments.dropFirst().first, let result = arguments.last
else {
    fatalError("usage: core-types TYPES.ts TOKENS.css OUTPUT-TOKENS.css")
}
try typescript().write(toFile: types, atomically: true, encoding: .utf8)
try stylesheet(String(contentsOfFile: tokens, encoding: .utf8)).write(toFile: result, atomically: true, encoding: .utf8)
