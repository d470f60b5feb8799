/// What a person does to set off an action or an effect.
public enum Trigger: UInt8, CaseIterable, Sendable {
    /// A smile.
    case smile = 0
    /// Raised eyebrows.
    case browsRaised = 1
    /// An open mouth.
    case mouthOpen = 2
    /// Both eyes closed for a moment.
    case blink = 3
    /// A clap of hands.
    case clap = 4
    /// A hand that waves to and fro.
    case wave = 5
    /// A hand that is raised and held.
    case raise = 6
    /// A circle that is drawn with a hand.
    case circle = 7
    /// A device that is shaken.
    case shake = 8
}

/// A set of triggers.
public struct TriggerSet: OptionSet, Hashable, Sendable {
    /// Bit n is the trigger with the raw value n.
    public let rawValue: UInt32

    /// The set of these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of one trigger.
    public init(_ trigger: Trigger) { rawValue = 1 << UInt32(trigger.rawValue) }

    /// Whether the set contains the trigger.
    public func contains(_ trigger: Trigger) -> Bool { contains(TriggerSet(trigger)) }

    mutating func insert(_ trigger: Trigger, if condition: Bool) {
        if condition { self = union(TriggerSet(trigger)) }
    }
}

/// What follows a trigger; several things at once, or nothing.
public struct TriggerResponse: Hashable, Sendable {
    /// What the nearest companion does.
    public var action: CompanionAction?
    /// The effect that is shown at the avatar, or at the companion that acts.
    public var effect: EffectStyle?
    /// The symbol above the avatar.
    public var reaction: ReactionSymbol?

    /// A response; nil for what it doesn't contain.
    public init(action: CompanionAction? = nil, effect: EffectStyle? = nil, reaction: ReactionSymbol? = nil) {
        self.action = action
        self.effect = effect
        self.reaction = reaction
    }

    /// The response as a number: the raw values in bytes 0 to 2, 255 for nil. For storage and for the browser.
    public var packed: UInt32 {
        UInt32(action?.rawValue ?? 255) | UInt32(effect?.rawValue ?? 255) << 8 | UInt32(reaction?.rawValue ?? 255) << 16
    }

    /// The response of a number; unknown values are nil.
    public init(packed: UInt32) {
        action = CompanionAction(rawValue: UInt8(truncatingIfNeeded: packed))
        effect = EffectStyle(rawValue: UInt8(truncatingIfNeeded: packed >> 8))
        reaction = ReactionSymbol(rawValue: UInt8(truncatingIfNeeded: packed >> 16))
    }
}

/// Which response follows which trigger. The user can change each.
public struct TriggerMapping: Hashable, Sendable {
    private var responses: [TriggerResponse]

    /// The mapping that is used until the user changes it.
    public init() {
        responses = []
        for trigger in Trigger.allCases { responses.append(Self.standard(trigger)) }
    }

    /// The response that follows a trigger.
    public subscript(trigger: Trigger) -> TriggerResponse {
        get { responses[Int(trigger.rawValue)] }
        set { responses[Int(trigger.rawValue)] = newValue }
    }

    /// The response that follows a trigger until the user changes it.
    public static func standard(_ trigger: Trigger) -> TriggerResponse {
        switch trigger {
        case .smile: TriggerResponse(effect: .hearts)
        case .browsRaised: TriggerResponse(effect: .sparkles)
        case .mouthOpen: TriggerResponse(effect: .bubbles)
        case .blink: TriggerResponse(action: .wave)
        case .clap: TriggerResponse(action: .dance, effect: .confetti)
        case .wave: TriggerResponse(action: .wave, reaction: .wave)
        case .raise: TriggerResponse(action: .jump)
        case .circle: TriggerResponse(action: .twirl)
        case .shake: TriggerResponse(effect: .snow)
        }
    }
}
