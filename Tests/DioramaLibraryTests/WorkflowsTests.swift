import Foundation
import DioramaLibrary
import Testing

@Suite struct WorkflowsTests {
    private static let steps = [
        WorkflowStep(
            key: "outside", title: "Outside", shots: [.init(key: "door", title: "The door", count: 2)],
            fields: [.init(key: "street", title: "Street", isRequired: true)]),
        WorkflowStep(
            key: "meter", title: "Meter",
            fields: [
                .init(key: "reading", title: "Reading", kind: .number, isRequired: true, minimum: 0, maximum: 1e6),
                .init(key: "state", title: "State", kind: .choice, choices: ["good", "bad"]),
                .init(key: "read-on", title: "Read on", kind: .date), .init(key: "paid", title: "Paid", kind: .money),
                .init(key: "seen", title: "Seen", kind: .flag),
            ]),
        WorkflowStep(key: "free", title: "Anything else", shots: [.init(key: "any", title: "Anything", count: 0)]),
    ]

    @Test func `answers lead from step to step until all is done`() async throws {
        try await withLibrary { library, _ in
            try await library.useAccount(.premium)
            let workflow = try await library.workflows.add(Workflow(name: "Flat", about: "When moving in", steps: Self.steps))
            #expect(try await library.workflow(workflow.id) == workflow.content)
            let recording = try await library.recordings.add(Recording(title: "r", workflow: workflow.id))
            #expect(try await library.nextStep(of: recording.id)?.key == "outside")
            // One picture of two and no street: written down, but not done.
            let (half, same) = try await library.answer(recording.id, step: "outside", .init(shots: ["door": [MediaID()]]))
            #expect(same?.key == "outside")
            #expect(workflow.content.problems(in: half.answers).prefix(2).map(\.part) == ["door", "street"])
            let door = [MediaID(), MediaID()]
            let (_, meter) = try await library.answer(
                recording.id, step: "outside", .init(fields: ["street": .text("Main St 5")], shots: ["door": door]))
            #expect(meter?.key == "meter")
            let (done, none) = try await library.answer(
                recording.id, step: "meter",
                .init(fields: [
                    "reading": .number(12.5), "state": .text("good"), "read-on": .date(Date(timeIntervalSince1970: 9)),
                    "paid": .money(Money(minorUnits: 5, currency: "EUR")), "seen": .flag(true),
                ]))
            #expect(none == nil)
            #expect(done.answers.steps["outside"]?.shots["door"] == door)
            #expect(try await library.recordings.get(recording.id)?.answers == done.answers)
            #expect(try await library.nextStep(of: recording.id) == nil)
        }
    }

    @Test func `an answer of the wrong kind, out of range, or to nothing that was asked is refused`() async throws {
        try await withLibrary { library, _ in
            try await library.useAccount(.premium)
            let workflow = try await library.workflows.add(Workflow(name: "Flat", steps: Self.steps))
            let recording = try await library.recordings.add(Recording(title: "r", workflow: workflow.id))
            for (fields, word) in [
                (["reading": .text("much")], "number"), (["reading": .number(-1)], "less"), (["reading": .number(2e6)], "more"),
                (["reading": .number(.nan)], "finite"), (["state": .text("so so")], "good, bad"), (["paid": .number(3)], "money"),
                (["taste": .text("sweet")], "taste"),
            ] as [([String: FieldValue], String)] {
                let error = await libraryError { _ = try await library.answer(recording.id, step: "meter", .init(fields: fields)) }
                #expect(
                    error?.kind == .invalidValue && error?.message.contains(word) == true, "\(fields) \(String(describing: error))")
            }
            #expect(await libraryError { _ = try await library.answer(recording.id, step: "roof", .init()) }?.kind == .notFound)
            #expect(await libraryError { _ = try await library.answer(RecordingID(), step: "meter", .init()) }?.kind == .notFound)
            let plain = try await library.recordings.add(Recording(title: "plain"))
            #expect(await libraryError { _ = try await library.nextStep(of: plain.id) }?.kind == .notFound)
            #expect(
                await libraryError { _ = try await library.recordings.add(Recording(title: "x", workflow: WorkflowID())) }?.kind
                    == .notFound)
            #expect(try await library.recordings.get(recording.id)?.answers == WorkflowAnswers())
        }
    }

    @Test func `the predefined workflows are sound, are everyone's, and have the same ids everywhere`() async throws {
        try await withLibrary { library, _ in
            for predefined in Workflow.predefined {
                #expect(try await library.workflow(predefined.id) == predefined.workflow)
                let recording = try await library.recordings.add(Recording(title: "r", workflow: predefined.id))
                #expect(try await library.nextStep(of: recording.id) == predefined.workflow.steps[0])
            }
            try await library.useAccount(.premium)
            // What comes with the program would pass as one's own.
            _ = try await library.workflows.add(Workflow.predefined.map(\.workflow))
            #expect(Set(Workflow.predefined.map(\.id)).count == Workflow.predefined.count)
        }
    }

    static let bad: [[WorkflowStep]] = [
        [], (0..<101).map { WorkflowStep(key: "s\($0)", title: "x") }, [.init(key: "A", title: "x")], [.init(key: "a", title: " ")],
        [.init(key: "a", title: "x"), .init(key: "a", title: "y")],
        [.init(key: "a", title: "x", shots: [.init(key: "b", title: "y", count: -1)])],
        [.init(key: "a", title: "x", fields: [.init(key: "b", title: "y", kind: .choice)])],
        [.init(key: "a", title: "x", fields: [.init(key: "b", title: "y", choices: ["c"])])],
        [.init(key: "a", title: "x", fields: [.init(key: "b", title: "y", kind: .number, minimum: 2, maximum: 1)])],
        [.init(key: "a", title: "x", fields: [.init(key: "b", title: "y", kind: .number, minimum: .nan)])],
    ]

    @Test(arguments: bad.indices)
    func `a workflow that can't be is refused`(i: Int) async throws {
        try await withLibrary { library, _ in
            try await library.useAccount(.premium)
            let error = await libraryError { _ = try await library.workflows.add(Workflow(name: "w", steps: Self.bad[i])) }
            #expect(error?.kind == .invalidValue)
        }
    }

    @Test func `a request brings its steps with it`() async throws {
        try await withLibrary { library, _ in
            let request = try await library.requests.add(
                Request(
                    peer: "ada", title: "Please record the meter", steps: Self.steps, isIncoming: true,
                    due: Date(timeIntervalSince1970: 9e9)))
            let recording = try await library.recordings.add(Recording(title: "r", request: request.id))
            #expect(try await library.nextStep(of: recording.id)?.key == "outside")
            let answered = try await library.requests.update(request.id) {
                $0.state = .answered
                $0.recording = recording.id
            }
            #expect(answered?.recording == recording.id && answered?.steps == Self.steps)
            #expect(try await library.requests.list([.state(.open)]).entries == [])
            #expect(try await library.requests.list([.isIncoming(true), .state(.answered)]).entries.count == 1)
        }
    }
}
