import HTTPTypes

/// What is wrong, as a stable word beside the English `detail` of a problem: pages translate it. The list is part of the HTTP
/// description (`ProblemCode` in docs/openapi.yaml); a code that is given to clients never changes its meaning.
enum ProblemCode: String, CaseIterable, Encodable, Sendable {
    // General: `detail` says more.
    case invalidInput, signInNeeded, forbidden, notFound, methodNotAllowed, stalled, conflict, changedMeanwhile, tooLarge
    case unsupportedMediaType, notPossible, tooManyRequests, internalError, notImplemented, otherServerFailed, unavailable

    // Exact: they say all that `detail` does.
    case accountNotFound, conversationNotFound, contactNotFound, deviceNotFound, exhibitNotFound, fileNotFound, jobNotFound
    case linkNotFound, measurementNotFound, memoryNotFound, modelNotFound, offerNotFound, pageNotFound, placeNotFound, planNotFound
    case recordingNotFound, requestNotFound, shareNotFound, spaceNotFound, thingNotFound, workflowNotFound
    case builtInExhibit, demoNeverSyncs, diskFull, hostsOnly, invitationUsed, libraryBusy, linkNotValid, liveSessionNotFound
    case noBucket, noLibrary, nothingToRedo, nothingToUndo, otherSite, ownerOnly, accountOnly, passwordNeeded, spaceInTrash,
        stopping
    case tooManyImports, uploadEmpty, visitOver, wrongPassword

    /// The general code of a status.
    init(_ status: HTTPResponse.Status) {
        self =
            switch status.code {
            case 401: .signInNeeded
            case 403: .forbidden
            case 404, 410: .notFound
            case 405: .methodNotAllowed
            case 408: .stalled
            case 409: .conflict
            case 412, 428: .changedMeanwhile
            case 413: .tooLarge
            case 415: .unsupportedMediaType
            case 422: .notPossible
            case 429: .tooManyRequests
            case 400..<500: .invalidInput
            case 501: .notImplemented
            case 502, 504: .otherServerFailed
            case 300..<400, 503: .unavailable
            case 507: .diskFull
            default: .internalError
            }
    }

    /// The code for what does not exist, by its noun: `space` → `spaceNotFound`.
    init(missing noun: String) {
        self = ProblemCode(rawValue: "\(noun)NotFound") ?? .notFound
    }
}
