import DioramaLibrary
import Foundation
import Spaces

/// A recording as lists show it.
struct RecordingItemPayload: Encodable {
    let id: String
    let title: String
    @EncodesNull var space: String?
    @EncodesNull var thing: String?
    @EncodesNull var workflow: String?
    @EncodesNull var request: String?
    let isPrivate: Bool
    @EncodesNull var started: String?
    @EncodesNull var ended: String?
    let created: String
    let modified: String
    @EncodesNull var trashed: String?

    private enum CodingKeys: String, CodingKey {
        case id, title, space, thing, workflow, request, isPrivate = "private", started, ended, created, modified, trashed
    }

    init(_ recording: Entry<Recording>) {
        id = recording.id.description
        title = recording.title
        space = recording.space?.description
        thing = recording.thing?.description
        workflow = recording.workflow?.description
        request = recording.request?.description
        isPrivate = recording.isPrivate
        started = recording.started?.payload
        ended = recording.ended?.payload
        created = recording.created.payload
        modified = recording.modified.payload
        trashed = recording.trashed?.payload
    }
}

/// A page of recordings.
struct RecordingListPayload: Encodable {
    let recordings: [RecordingItemPayload]
    @EncodesNull var next: String?
    let total: Int
}

/// A recording with its answers and files.
struct RecordingPayload: Encodable {
    private let details: RecordingCatalogue.Details

    init(_ details: RecordingCatalogue.Details) { self.details = details }

    private struct More: Encodable {
        let notes: String
        let received: Bool
        let steps: [Step]
        @EncodesNull var next: String?
        let media: [File]
    }

    private struct Step: Encodable {
        let key: String
        let title: String
        let done: Bool
        let problems: [String]
        let shots: [Shot]
        let fields: [Field]
    }

    private struct Shot: Encodable {
        let asked: WorkflowStepPayload.ShotPayload
        let media: [String]

        private enum Key: String, CodingKey { case media }

        func encode(to encoder: any Encoder) throws {
            try asked.encode(to: encoder)
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(media, forKey: .media)
        }
    }

    private struct Field: Encodable {
        let asked: WorkflowStepPayload.FieldPayload
        let value: ThingFieldPayload.Value?

        private enum Key: String, CodingKey { case value }

        func encode(to encoder: any Encoder) throws {
            try asked.encode(to: encoder)
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(value, forKey: .value)
        }
    }

    private struct File: Encodable {
        let id: String
        let kind: String
        let contentType: String
        let fileName: String
        let byteCount: Int64
        @EncodesNull var width: Int?
        @EncodesNull var height: Int?

        init(_ media: Entry<Media>) {
            let payload = ThingMediaPayload(media)
            id = payload.id
            kind = payload.kind
            contentType = payload.contentType
            fileName = payload.fileName
            byteCount = payload.byteCount
            width = payload.width
            height = payload.height
        }
    }

    func encode(to encoder: any Encoder) throws {
        try RecordingItemPayload(details.recording).encode(to: encoder)
        let answers = details.answers
        let steps = (details.workflow?.steps ?? []).map { step in
            let answer = answers.steps[step.key]
            let problems = step.problems(in: answer).map(\.description)
            return Step(
                key: step.key, title: step.title, done: problems.isEmpty, problems: problems,
                shots: step.shots.map { shot in
                    Shot(asked: .init(shot), media: details.files(shot, of: step).map(\.id.description))
                },
                fields: step.fields.map { field in
                    Field(asked: .init(field), value: answer?.fields[field.key].map(ThingFieldPayload.Value.init))
                })
        }
        try More(
            notes: details.recording.notes, received: details.isReceived, steps: steps, next: details.next?.key,
            media: details.media.map(File.init)
        ).encode(to: encoder)
    }
}

extension ThingFieldPayload.Value {
    /// The value of a field as it is sent: dates as times in ISO 8601.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .number(let number): .number(number)
            case .date(let date): .text(date.payload)
            case .flag(let flag): .flag(flag)
            case .money(let money): .money(money)
            case .other(let json): .text(json)
            }
    }

    /// The value for a field of a workflow.
    /// - Throws: `Problem` 400 where it has another type.
    func value(of field: WorkflowStep.Field) throws -> FieldValue {
        switch (field.kind, self) {
        case (.text, .text(let text)), (.choice, .text(let text)): .text(text)
        case (.number, .number(let number)): .number(number)
        case (.date, .text(let text)): .date(try PayloadTime.date(text, "The value of “\(field.title.prefix(80))”"))
        case (.flag, .flag(let flag)): .flag(flag)
        case (.money, .money(let money)): .money(money)
        default: throw Problem(.badRequest, "The value of “\(field.title.prefix(80))” isn't a \(field.kind.rawValue).")
        }
    }
}

/// The body of a recording, new or changed.
struct RecordingBody: Decodable, Sendable {
    private let title: String?
    private let notes: String?
    private let space: SpaceID??
    private let thing: ThingID??
    private let workflow: WorkflowID??
    private let isPrivate: Bool?
    private let started: Date??
    private let ended: Date??

    private enum Key: String, CodingKey {
        case title, notes, space, thing, workflow, isPrivate = "private", started, ended
    }

    static let example = #"{"title":"The cellar","workflow":"3MPbI6lfXfQGMoLEBPwwryOgRQi"}"#

    init(from decoder: any Decoder) throws {
        let body = OptionalFields(container: try decoder.container(keyedBy: Key.self))
        title = try body.value(String.self, .title)
        notes = try body.value(String.self, .notes)
        space = try body.emptiable(SpaceID.self, .space)
        thing = try body.emptiable(ThingID.self, .thing)
        workflow = try body.emptiable(WorkflowID.self, .workflow)
        isPrivate = try body.value(Bool.self, .isPrivate)
        started = try body.time(.started)
        ended = try body.time(.ended)
    }

    func recording(of account: AccountID?) throws -> Recording {
        guard let title else { throw Problem(.badRequest, "title is missing; send JSON like \(Self.example).") }
        var recording = Recording(title: title, account: account)
        change(&recording)
        return recording
    }

    func change(_ recording: inout Recording) {
        if let title { recording.title = title }
        if let notes { recording.notes = notes }
        if let space { recording.space = space }
        if let thing { recording.thing = thing }
        if let workflow { recording.workflow = workflow }
        if let isPrivate { recording.isPrivate = isPrivate }
        if let started { recording.started = started }
        if let ended { recording.ended = ended }
    }
}

/// The body of the answer to a step: all values and files of the step.
struct StepAnswerBody: Decodable, Sendable {
    let fields: [FieldAnswer]?
    let shots: [ShotAnswer]?

    struct FieldAnswer: Decodable, Sendable {
        let key: String
        let value: ThingFieldPayload.Value
    }

    struct ShotAnswer: Decodable, Sendable {
        let key: String
        let media: [MediaID]
    }

    static let example = #"{"fields":[{"key":"name","value":"Drill"}],"shots":[{"key":"front","media":[]}]}"#

    /// - Throws: `Problem` 400 where a key is given twice, or a value has another type than its field.
    func answer(to step: WorkflowStep) throws -> WorkflowAnswers.StepAnswer {
        var answer = WorkflowAnswers.StepAnswer()
        for field in fields ?? [] {
            guard let asked = step.fields.first(where: { $0.key == field.key }) else {
                throw Problem(.badRequest, "This step has no field “\(field.key.prefix(50))”.")
            }
            if answer.fields.updateValue(try field.value.value(of: asked), forKey: field.key) != nil {
                throw Problem(.badRequest, "The field “\(field.key.prefix(50))” is given twice.")
            }
        }
        for shot in shots ?? [] where answer.shots.updateValue(shot.media, forKey: shot.key) != nil {
            throw Problem(.badRequest, "The shot “\(shot.key.prefix(50))” is given twice.")
        }
        return answer
    }
}
