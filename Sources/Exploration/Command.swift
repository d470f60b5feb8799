import Geometry

/// Everything that can be done to an exploration, as it is recorded.
enum Command: Sendable {
    case step(Float, ExplorationInput)
    case setCamera(CameraMode, Bool, Float)
    case flyTo(RigidTransform, Float, Float)
    case flyBack(Float)
    case put(Vector3, Float)
    case setObjects([ObjectBox])
    case setPins([Vector3], [Int8], [Bool])
    case discover(Int32)

    private var tag: UInt8 {
        switch self {
        case .step: 1
        case .setCamera: 2
        case .flyTo: 3
        case .flyBack: 4
        case .put: 5
        case .setObjects: 6
        case .setPins: 7
        case .discover: 8
        }
    }

    func write(to bytes: inout ByteWriter) {
        bytes.put(tag)
        switch self {
        case .step(let dt, let input):
            bytes.put(dt)
            for number in [input.moveX, input.moveY, input.orbitX, input.orbitY, input.zoom] { bytes.put(number) }
            bytes.put(UInt8(input.isHeld ? 1 : 0))
        case .setCamera(let mode, let isOrthographic, let seconds):
            bytes.put(mode.rawValue)
            bytes.put(UInt8(isOrthographic ? 1 : 0))
            bytes.put(seconds)
        case .flyTo(let pose, let lens, let seconds):
            bytes.put(pose.translation)
            bytes.put(pose.rotation)
            bytes.put(lens)
            bytes.put(seconds)
        case .flyBack(let seconds): bytes.put(seconds)
        case .put(let p, let heading):
            bytes.put(p)
            bytes.put(heading)
        case .setObjects(let boxes):
            bytes.put(UInt32(boxes.count))
            for box in boxes {
                bytes.put(box.center)
                bytes.put(box.size)
                bytes.put(box.rotation)
            }
        case .setPins(let points, let moods, let marks):
            bytes.put(UInt32(points.count))
            for i in points.indices {
                bytes.put(points[i])
                bytes.put(UInt8(bitPattern: i < moods.count ? moods[i] : -1))
                bytes.put(UInt8(i < marks.count && marks[i] ? 1 : 0))
            }
        case .discover(let pin): bytes.put(UInt32(bitPattern: pin))
        }
    }

    init(from bytes: inout ByteReader) throws(ExplorationError) {
        switch try bytes.byte() {
        case 1:
            let dt = try bytes.float()
            let moveX = try bytes.float()
            let moveY = try bytes.float()
            let orbitX = try bytes.float()
            let orbitY = try bytes.float()
            let zoom = try bytes.float()
            let isHeld = try bytes.byte() != 0
            self = .step(
                dt, ExplorationInput(moveX: moveX, moveY: moveY, orbitX: orbitX, orbitY: orbitY, zoom: zoom, isHeld: isHeld))
        case 2:
            guard let mode = CameraMode(rawValue: try bytes.byte()) else { throw .badRecording }
            let isOrthographic = try bytes.byte() != 0
            self = .setCamera(mode, isOrthographic, try bytes.float())
        case 3:
            let translation = try bytes.vector()
            let rotation = try bytes.quaternion()
            let lens = try bytes.float()
            self = .flyTo(RigidTransform(rotation: rotation, translation: translation), lens, try bytes.float())
        case 4: self = .flyBack(try bytes.float())
        case 5:
            let p = try bytes.vector()
            self = .put(p, try bytes.float())
        case 6:
            let count = try bytes.count(of: 40)
            var boxes: [ObjectBox] = []
            boxes.reserveCapacity(count)
            for _ in 0..<count {
                let center = try bytes.vector()
                let size = try bytes.vector()
                boxes.append(try ObjectBox(center: center, size: size, rotation: try bytes.quaternion()))
            }
            self = .setObjects(boxes)
        case 7:
            let count = try bytes.count(of: 14)
            var points: [Vector3] = []
            var moods: [Int8] = []
            var marks: [Bool] = []
            points.reserveCapacity(count)
            moods.reserveCapacity(count)
            marks.reserveCapacity(count)
            for _ in 0..<count {
                points.append(try bytes.vector())
                moods.append(Int8(bitPattern: try bytes.byte()))
                marks.append(try bytes.byte() != 0)
            }
            self = .setPins(points, moods, marks)
        case 8: self = .discover(Int32(bitPattern: try bytes.word()))
        default: throw .badRecording
        }
    }

    /// Does it again.
    func perform(on exploration: Exploration) throws(ExplorationError) {
        switch self {
        case .step(let dt, let input): exploration.step(dt, input)
        case .setCamera(let mode, let isOrthographic, let seconds):
            exploration.setCamera(mode, isOrthographic: isOrthographic, seconds: seconds)
        case .flyTo(let pose, let lens, let seconds): try exploration.flyTo(pose, fieldOfView: lens, seconds: seconds)
        case .flyBack(let seconds): exploration.flyBack(seconds: seconds)
        case .put(let p, let heading): exploration.put(at: p, heading: heading)
        case .setObjects(let boxes): exploration.setObjects(boxes)
        case .setPins(let points, let moods, let marks): try exploration.setPins(points, moods: moods, isDiscovered: marks)
        case .discover(let pin): exploration.discover(Int(pin))
        }
    }
}
