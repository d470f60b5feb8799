/// A workflow that comes with the program. Its id is the same everywhere.
public struct PredefinedWorkflow: Sendable {
    /// The same id on every device.
    public let id: WorkflowID
    /// The steps.
    public let workflow: Workflow

    init(_ key: String, _ workflow: Workflow) {
        id = WorkflowID(KSUID(hashing: "workflow \(key)"))
        self.workflow = workflow
    }
}

extension Workflow {
    /// The workflows that everyone has. A key, once released, never changes its meaning.
    public static let predefined = [
        PredefinedWorkflow(
            "inventory-item",
            Workflow(
                name: "Record a thing", about: "For an inventory: what it is, what it is worth, and the proof.",
                steps: [
                    WorkflowStep(
                        key: "whole", title: "The whole thing",
                        shots: [.init(key: "front", title: "From the front"), .init(key: "back", title: "From behind", count: 0)],
                        fields: [.init(key: "name", title: "Name", isRequired: true), .init(key: "category", title: "Category")]),
                    WorkflowStep(
                        key: "label", title: "Its label", shots: [.init(key: "serial", title: "The serial number", count: 0)],
                        fields: [.init(key: "brand", title: "Brand"), .init(key: "serial", title: "Serial number")]),
                    WorkflowStep(
                        key: "value", title: "Its value",
                        shots: [.init(key: "receipt", title: "The receipt", kind: .document, count: 0)],
                        fields: [
                            .init(key: "value", title: "Value", kind: .money),
                            .init(key: "bought", title: "Bought on", kind: .date),
                            .init(key: "warranty", title: "Warranty until", kind: .date),
                        ]),
                ])),
        PredefinedWorkflow(
            "room-condition",
            Workflow(
                name: "Condition of a room", about: "For moving in or out: every wall, every fault, every meter.",
                steps: [
                    WorkflowStep(
                        key: "walk", title: "Once around",
                        shots: [.init(key: "film", title: "All walls, ceiling and floor", kind: .video)]),
                    WorkflowStep(
                        key: "faults", title: "Faults", shots: [.init(key: "fault", title: "Each fault from near", count: 0)],
                        fields: [
                            .init(
                                key: "state", title: "State", kind: .choice, isRequired: true,
                                choices: ["as new", "used", "damaged"]),
                            .init(key: "notes", title: "What is wrong"),
                        ]),
                    WorkflowStep(
                        key: "meters", title: "Meters", shots: [.init(key: "meter", title: "Each meter", count: 0)],
                        fields: [.init(key: "reading", title: "Reading", kind: .number, minimum: 0)]),
                ])),
        PredefinedWorkflow(
            "damage-claim",
            Workflow(
                name: "Damage for an insurer", about: "What was damaged, when, how, and what it cost.",
                steps: [
                    WorkflowStep(
                        key: "damage", title: "The damage",
                        shots: [.init(key: "far", title: "From afar"), .init(key: "near", title: "From near", count: 2)],
                        fields: [
                            .init(key: "when", title: "When", kind: .date, isRequired: true),
                            .init(key: "how", title: "How it came about", isRequired: true),
                        ]),
                    WorkflowStep(
                        key: "cost", title: "The cost",
                        shots: [.init(key: "papers", title: "Receipt or offer", kind: .document, count: 0)],
                        fields: [.init(key: "amount", title: "Amount", kind: .money, isRequired: true)]),
                ])),
    ]
}
