import Foundation
import Guide
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Answers questions over HTTP: as one JSON object, or sentence by sentence as server-sent events, and keeps them where that is
/// wanted.
struct GuideQuestions: Sendable {
    /// Where conversations are kept; nil where the library is open read-only.
    let store: ConversationStore?
    let slots: QuestionSlots
    let visitors = VisitorQuestions()

    func answer(
        _ request: Request, _ context: ServerContext, about: String, guide: @escaping @Sendable () async throws -> Guide
    ) async throws -> Response {
        let body = try await JSONBody.decode(
            GuideQuestionBody.self, from: request, expecting: GuideQuestionBody.example,
            maximumBytes: GuideQuestionBody.maximumBytes)
        try Self.check(body)
        let record = try record(body, context, about: about)
        try visitors.count(context.visitor)
        let question = GuideQuestion(body.question, persona: body.persona, history: try record?.history() ?? body.history ?? [])
        let slot = try slots.take()
        let guide = try await guide()
        do { _ = try guide.corpus.persona(question.persona) } catch {
            throw Problem(.unprocessableContent, Problem.sentence(error.description))
        }
        if request.headers[.accept]?.contains("text/event-stream") == true {
            return Self.stream(guide.events(question), record: record, text: body.question, slot: slot)
        }
        defer { slot.end() }
        let answer: GuideAnswer
        do { answer = try await guide.answer(question) } catch { throw Self.problem(error) }
        return JSONBody.response(GuideAnswerPayload(answer, conversation: try record?.add(body.question, answer)))
    }

    private static func check(_ body: GuideQuestionBody) throws {
        guard !body.question.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
            throw Problem(.unprocessableContent, "The question is empty; write what you want to know.")
        }
        let texts = [body.question] + (body.history ?? [])
        guard texts.allSatisfy({ $0.count <= GuideQuestion.maxLength }), (body.history ?? []).count <= 50 else {
            throw Problem(
                .badRequest, "A question can have \(GuideQuestion.maxLength) characters, and a history 50 questions.")
        }
    }

    // MARK: Keeping

    /// Where this question and its answer are kept.
    private struct Record: Sendable {
        let store: ConversationStore
        let owner: String
        let id: String?
        let about: String

        func history() throws -> [String]? {
            guard let id else { return nil }
            guard let history = try stored({ try store.history(of: id, owner: owner) }) else {
                throw Problem.notFound("conversation")
            }
            return history
        }

        func add(_ question: String, _ answer: GuideAnswer) throws -> String {
            guard let id = try stored({ try store.add(question, answer, to: id, about: about, owner: owner) }) else {
                throw Problem.notFound("conversation")
            }
            return id
        }
    }

    /// - Returns: nil where nothing is to be kept.
    private func record(_ body: GuideQuestionBody, _ context: ServerContext, about: String) throws -> Record? {
        guard let conversation = body.conversation else { return nil }
        guard let store, context.visitor.isMember else {
            throw Problem(.badRequest, "Conversations can't be kept here; leave “conversation” out.")
        }
        return Record(
            store: store, owner: Self.owner(context.visitor), id: conversation == "new" ? nil : conversation, about: about)
    }

    /// By which key an account's conversations are stored.
    static func owner(_ visitor: Visitor) -> String {
        visitor.invited?.description ?? ConversationStore.libraryOwner
    }

    // MARK: Streaming

    private static func stream(
        _ events: AsyncThrowingStream<GuideEvent, any Error>, record: Record?, text: String, slot: QuestionSlots.Slot
    ) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { slot.end() }
                do {
                    for try await moment in moments(of: events) {
                        switch moment {
                        // Also how a closed connection is noticed, which ends the model's work.
                        case .waiting: try await writer.write(ByteBuffer(string: ": working\n\n"))
                        case .event(.sentence(let sentence, _)):
                            try await writer.write(Self.event("sentence", GuideSentencePayload(sentence)))
                        case .event(.answer(let answer)):
                            let conversation = try record?.add(text, answer)
                            try await writer.write(
                                Self.event("answer", GuideAnswerPayload(answer, conversation: conversation)))
                        }
                    }
                } catch {
                    guard let failure = Self.problem(error) as? Problem else { throw error }
                    try await writer.write(Self.event("failure", Failure(failure)))
                }
                try await writer.finish(nil)
            })
    }

    /// What a stream sends: events, and a sign of life where there is none for a second.
    private enum Moment: Sendable {
        case event(GuideEvent)
        case waiting
    }

    private static func moments(of events: AsyncThrowingStream<GuideEvent, any Error>) -> AsyncThrowingStream<Moment, any Error> {
        AsyncThrowingStream { continuation in
            let clock = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: .seconds(1))
                    continuation.yield(.waiting)
                }
            }
            let work = Task {
                do {
                    for try await event in events { continuation.yield(.event(event)) }
                    continuation.finish()
                } catch { continuation.finish(throwing: error) }
            }
            continuation.onTermination = { _ in
                clock.cancel()
                work.cancel()
            }
        }
    }

    private struct Failure: Encodable {
        let title: String
        let status: Int
        let detail: String

        init(_ problem: Problem) {
            title = problem.status.reasonPhrase
            status = problem.status.code
            detail = problem.detail
        }
    }

    private static func event(_ name: String, _ value: some Encodable) -> ByteBuffer {
        // JSON has no line ends of its own, so one data line holds it.
        ByteBuffer(string: "event: \(name)\ndata: \(String(decoding: JSONBody.encode(value), as: UTF8.self))\n\n")
    }

    /// A question that was accepted can only fail by the model; other errors stay as they are.
    private static func problem(_ error: any Error) -> any Error {
        guard let failure = error as? GuideError else { return error }
        return Problem(.serviceUnavailable, Problem.sentence(failure.description), headers: [.retryAfter: "5"])
    }
}

/// Runs work of the store of conversations.
/// - Throws: `Problem` 500 where its file can't be used.
func stored<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
        guard let failure = error as? GuideError else { throw error }
        throw Problem(.internalServerError, Problem.sentence(failure.description))
    }
}

/// How many questions are answered at a time: more would only make all of them wait.
final class QuestionSlots: Sendable {
    private let count: Int
    private let taken = Mutex(0)

    init(count: Int = max(4, ProcessInfo.processInfo.activeProcessorCount * 2)) { self.count = count }

    /// A question that is being answered, until `end`, or until nothing refers to it: an answer whose connection is closed before
    /// it begins is never written.
    final class Slot: Sendable {
        private let slots: QuestionSlots
        private let isEnded = Mutex(false)

        fileprivate init(_ slots: QuestionSlots) { self.slots = slots }

        deinit { end() }

        func end() {
            let isFirst = isEnded.withLock { ended in
                defer { ended = true }
                return !ended
            }
            if isFirst { slots.taken.withLock { $0 -= 1 } }
        }
    }

    /// - Throws: `Problem` 429 where too many questions are being answered.
    func take() throws -> Slot {
        let isFree = taken.withLock { taken in
            guard taken < count else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            throw Problem(
                .tooManyRequests, "Many questions are being answered right now; ask again in a moment.", headers: [.retryAfter: "2"]
            )
        }
        return Slot(self)
    }
}
