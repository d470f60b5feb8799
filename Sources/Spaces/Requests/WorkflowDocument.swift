import DioramaLibrary
import Exhibits
import Foundation

/// A workflow as people and programs write it: the JSON of `diorama workflow add FILE` and of `/api/v1/workflows`
/// (docs/requests.md).
///
/// What is left out of a step, shot or field gets its usual value; a missing key is made of the title.
public struct WorkflowDocument: Sendable, Equatable, Codable {
    /// 1 to 200 characters; nil where a change leaves it as it is.
    public var name: String?
    /// What it is for; nil where a change leaves it as it is.
    public var about: String?
    /// 1 to 100 steps; nil where a change leaves them as they are.
    public var steps: [Step]?

    private enum CodingKeys: String, CodingKey { case name, about, steps }

    /// One step.
    public struct Step: Sendable, Equatable, Codable {
        /// Its name in answers.
        public var key: String
        /// What the person reads.
        public var title: String
        /// What to photograph or record.
        public var shots: [Shot]
        /// What to write down.
        public var fields: [Field]
    }

    /// A photo, video, sound or document of a step.
    public struct Shot: Sendable, Equatable, Codable {
        /// Its name in answers.
        public var key: String
        /// What is to be seen.
        public var title: String
        /// `photo`, `video`, `audio` or `document`.
        public var kind: String
        /// How many are needed, 0 to 100; 0 where it may be left out.
        public var count: Int
    }

    /// Something to write down in a step.
    public struct Field: Sendable, Equatable, Codable {
        /// Its name in answers.
        public var key: String
        /// Label of the field.
        public var title: String
        /// `text`, `number`, `date`, `flag`, `money` or `choice`.
        public var kind: String
        /// Whether the step is incomplete without it.
        public var required: Bool
        /// What a choice is chosen from.
        public var choices: [String]
        /// The least number allowed.
        public var minimum: Double?
        /// The greatest number allowed.
        public var maximum: Double?
    }

    /// Reads what is there.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        name = try object.given(.name)
        about = try object.given(.about)
        steps = try object.given(.steps)
    }

    /// The document of a workflow.
    public init(_ workflow: Workflow) {
        name = workflow.name
        about = workflow.about
        steps = workflow.steps.map(Step.init)
    }

    /// Kinds of media that can be asked for.
    public static let mediaKinds: [Media.Kind] = [.photo, .video, .audio, .document]

    /// Reads a document; fields that it doesn't have are refused by name.
    /// - Parameter file: what errors name.
    /// - Throws: `SpacesError` of kind `invalidInput` or `notFound`.
    public init(file: URL) throws {
        let data: Data
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            if size > Self.byteLimit { throw SpacesError(.invalidInput, "a workflow has at most 1 MB", input: file.path) }
            data = try Data(contentsOf: file)
        } catch let error as SpacesError {
            throw error
        } catch {
            throw SpacesError(.notFound, "the file can't be read", input: file.path, remedy: "check the path")
        }
        do {
            self = try StrictDecoding.decode(Self.self, from: data)
        } catch let unknown as StrictDecoding.UnknownField {
            throw SpacesError(
                .invalidInput, "unknown field \"\(unknown.path.prefix(80))\"", input: file.path,
                remedy: "the fields here are \(unknown.known.joined(separator: ", "))")
        } catch let error as DecodingError {
            throw SpacesError(.invalidInput, Self.problem(error), input: file.path, remedy: "docs/requests.md has the format")
        }
    }

    private static let byteLimit = 1 << 20

    private static func problem(_ error: DecodingError) -> String {
        let (path, problem): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .typeMismatch(_, let context): (context.codingPath, "has another type than expected")
            case .valueNotFound(_, let context): (context.codingPath, "is null")
            case .dataCorrupted(let context): (context.codingPath, context.codingPath.isEmpty ? "" : context.debugDescription)
            @unknown default: ([], "")
            }
        let place = path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
        return place.isEmpty ? "the file is not the JSON of a workflow" : "\(place) \(problem)"
    }

    /// The new workflow.
    /// - Throws: `SpacesError` of kind `invalidInput` where the name or the steps are missing, or a word is none of the known ones.
    public func workflow(of account: AccountID?) throws -> Workflow {
        guard name != nil, steps != nil else {
            throw SpacesError(.invalidInput, "a workflow needs \(name == nil ? "a name" : "steps")")
        }
        var workflow = Workflow(name: "", steps: [], account: account)
        try change(&workflow)
        return workflow
    }

    /// Applies what the document has.
    /// - Throws: `SpacesError` of kind `invalidInput` where a word is none of the known ones.
    public func change(_ workflow: inout Workflow) throws {
        if let name { workflow.name = name }
        if let about { workflow.about = about }
        if let steps { workflow.steps = try Self.steps(steps) }
    }

    /// The steps of a workflow or request.
    /// - Throws: `SpacesError` of kind `invalidInput`.
    public static func steps(_ steps: [Step]) throws -> [WorkflowStep] {
        try steps.enumerated().map { index, step in try step.step(at: "steps[\(index)]") }
    }
}

extension WorkflowDocument.Step {
    private enum CodingKeys: String, CodingKey { case key, title, shots, fields }

    /// Reads a step; only the title is needed.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        title = try object.decode(String.self, forKey: .title)
        key = try object.given(.key) ?? WorkflowKey.key(title)
        shots = try object.given(.shots) ?? []
        fields = try object.given(.fields) ?? []
    }

    /// The document of a step.
    public init(_ step: WorkflowStep) {
        key = step.key
        title = step.title
        shots = step.shots.map { .init(key: $0.key, title: $0.title, kind: $0.kind.rawValue, count: $0.count) }
        fields = step.fields.map(WorkflowDocument.Field.init)
    }

    fileprivate func step(at path: String) throws -> WorkflowStep {
        WorkflowStep(
            key: key, title: title,
            shots: try shots.enumerated().map { index, shot in
                let kind = Media.Kind(rawValue: shot.kind)
                guard WorkflowDocument.mediaKinds.contains(kind) else {
                    throw SpacesError(
                        .invalidInput,
                        "\(path).shots[\(index)].kind must be one of "
                            + WorkflowDocument.mediaKinds.map(\.rawValue).joined(separator: ", "))
                }
                return .init(key: shot.key, title: shot.title, kind: kind, count: shot.count)
            },
            fields: try fields.enumerated().map { index, field in
                guard let kind = WorkflowStep.Field.Kind(rawValue: field.kind) else {
                    throw SpacesError(
                        .invalidInput,
                        "\(path).fields[\(index)].kind must be one of "
                            + WorkflowStep.Field.Kind.allCases.map(\.rawValue).joined(separator: ", "))
                }
                return .init(
                    key: field.key, title: field.title, kind: kind, isRequired: field.required, choices: field.choices,
                    minimum: field.minimum, maximum: field.maximum)
            })
    }
}

extension WorkflowDocument.Shot {
    private enum CodingKeys: String, CodingKey { case key, title, kind, count }

    /// Reads a shot; only the title is needed: one photo by default.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        title = try object.decode(String.self, forKey: .title)
        key = try object.given(.key) ?? WorkflowKey.key(title)
        kind = try object.given(.kind) ?? Media.Kind.photo.rawValue
        count = try object.given(.count) ?? 1
    }
}

extension WorkflowDocument.Field {
    private enum CodingKeys: String, CodingKey { case key, title, kind, required, choices, minimum, maximum }

    /// Reads a field; only the title is needed: an optional text by default.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        title = try object.decode(String.self, forKey: .title)
        key = try object.given(.key) ?? WorkflowKey.key(title)
        kind = try object.given(.kind) ?? WorkflowStep.Field.Kind.text.rawValue
        required = try object.given(.required) ?? false
        choices = try object.given(.choices) ?? []
        minimum = try object.decodeIfPresent(Double.self, forKey: .minimum)
        maximum = try object.decodeIfPresent(Double.self, forKey: .maximum)
    }

    /// The document of a field.
    public init(_ field: WorkflowStep.Field) {
        key = field.key
        title = field.title
        kind = field.kind.rawValue
        required = field.isRequired
        choices = field.choices
        minimum = field.minimum
        maximum = field.maximum
    }
}

/// Keys of steps, shots and fields that people don't have to choose.
enum WorkflowKey {
    /// The letters and digits of a title in lower case, with hyphens between its words, at most 50 characters; `part` where it
    /// has none.
    static func key(_ title: String) -> String {
        let plain = title.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en"))
        let words = plain.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let key = words.joined(separator: "-").lowercased().prefix(50)
        return key.isEmpty ? "part" : String(key).trimmingCharacters(in: CharacterSet(charactersIn: "-"))
    }
}

extension KeyedDecodingContainer {
    /// A value that may be left out, but isn't null.
    fileprivate func given<T: Decodable>(_ key: Key) throws -> T? { contains(key) ? try decode(T.self, forKey: key) : nil }
}
