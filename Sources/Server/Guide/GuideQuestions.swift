import Foundation
import Guide
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers questions over HTTP: as one JSON object, or sentence by sentence as server-sent events, and keeps them where that is
/// wanted.
struct GuideQuestions: Sendable {
    /// Where conversations are kept; nil where the library is open read-only.
    let store: ConversationStore?
    let slots: QuestionSlots

    func answer(
        _ request: Request, _ context: ServerContext, about: String, guide: @escaping @Sendable () async throws -> Guide
    ) async throws -> Response {
        let body = try await JSONBody.decode(
            GuideQuestionBody.self, from: request, expecting: GuideQuestionBody.example,
            maximumBytes: GuideQuestionBody.maximumBytes)
        try Self.check(body)
        let record = try record(body, context, about: about)
        let question = GuideQuestion(body.question, persona: body.persona, history: try record?.history() ?? body.history ?? [])
        let slot = try await slots.take()
        do {
            let guide = try await guide()
            // Refused before anything is streamed.
            do { _ = try guide.corpus.persona(question.persona) } catch { throw Self.problem(error) }
            if request.headers[.accept]?.contains("text/event-stream") == true {
                return Self.stream(guide.events(question), record: record, text: body.question, slot: slot)
            }
            let answer = try await guide.answer(question)
            let conversation = try record?.add(body.question, answer)
            await slot.release()
            return JSONBody.response(GuideAnswerPayload(answer, conversation: conversation))
        } catch {
            await slot.release()
            if let error = error as? GuideError { throw Self.problem(error) }
            throw error
        }
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
            guard let history = try store.history(of: id, owner: owner) else { throw Problem.notFound("conversation") }
            return history
        }

        func add(_ question: String, _ answer: GuideAnswer) throws -> String {
            guard let id = try store.add(question, answer, to: id, about: about, owner: owner) else {
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
    static func owner(_ visitor: Visitor) -> String { visitor.account?.description ?? "owner" }

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
                defer { Task { await slot.release() } }
                do {
                    for try await event in events {
                        switch event {
                        case .sentence(let sentence, _):
                            try await writer.write(Self.event("sentence", GuideSentencePayload(sentence)))
                        case .answer(let answer):
                            let conversation = try record?.add(text, answer)
                            try await writer.write(
                                Self.event("answer", GuideAnswerPayload(answer, conversation: conversation)))
                        }
                    }
                } catch let error as GuideError {
                    try await writer.write(Self.event("failure", Failure(Self.problem(error))))
                } catch let problem as Problem {
                    try await writer.write(Self.event("failure", Failure(problem)))
                }
                try await writer.finish(nil)
            })
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

    static func problem(_ error: GuideError) -> Problem {
        Problem(.unprocessableContent, Problem.sentence(error.description))
    }
}

/// How many questions are answered at a time: more would only make all of them wait.
actor QuestionSlots {
    private let count: Int
    private var taken = 0

    init(count: Int = max(4, ProcessInfo.processInfo.activeProcessorCount * 2)) { self.count = count }

    /// A question that is being answered. Released once.
    actor Slot {
        private var slots: QuestionSlots?

        init(_ slots: QuestionSlots) { self.slots = slots }

        func release() async {
            let held = slots
            slots = nil
            await held?.give()
        }
    }

    /// - Throws: `Problem` 429 where too many questions are being answered.
    func take() throws -> Slot {
        guard taken < count else {
            throw Problem(
                .tooManyRequests, "Many questions are being answered right now; ask again in a moment.", headers: [.retryAfter: "2"]
            )
        }
        taken += 1
        return Slot(self)
    }

    private func give() { taken -= 1 }
}
