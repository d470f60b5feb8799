/// The joints that companions can have. Not every companion has each.
enum Bone: Int, CaseIterable, Sendable {
    case root, body, neck, head, eyes, smile, mouth, sparkles
    case leftArm, rightArm, leftHand, rightHand, leftFoot, rightFoot
    case leftEar, rightEar, leftEarTip, rightEarTip
    case tail, tailMiddle, tailTip
    case crest, crestTip, shell

    /// The bone of the other side; itself where there is only one.
    var opposite: Bone {
        switch self {
        case .leftArm: .rightArm
        case .rightArm: .leftArm
        case .leftHand: .rightHand
        case .rightHand: .leftHand
        case .leftFoot: .rightFoot
        case .rightFoot: .leftFoot
        case .leftEar: .rightEar
        case .rightEar: .leftEar
        case .leftEarTip: .rightEarTip
        case .rightEarTip: .leftEarTip
        default: self
        }
    }
}
