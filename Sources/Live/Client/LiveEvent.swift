/// Something that happened in a session, for announcements, sounds and effects. Own changes are reported as well, at once.
public enum LiveEvent: Equatable, Sendable {
    /// The room welcomed the client: first, or again after an interruption.
    case connected
    /// The room refused the connection; another attempt fails as well, unless the remedy is to retry later.
    case connectionRefused(Refusal)
    /// An own change was refused and undone.
    case refused(Refusal)
    /// Somebody joined. Not reported for those who are there when the client joins.
    case joined(ParticipantID)
    /// Somebody left or is absent.
    case left(ParticipantID)
    /// Somebody who is here has another name: chosen, or replaced by the room.
    case renamed(ParticipantID)
    /// Somebody was kicked, possibly the client itself.
    case kicked(ParticipantID)
    /// A companion was created.
    case spawned(CompanionID)
    /// A companion was removed.
    case removed(CompanionID)
    /// A companion has another owner.
    case handedOver(CompanionID, to: ParticipantID)
    /// A companion does something.
    case action(TimedAction)
    /// An effect begins or is in its middle. Reported once for each effect.
    case effect(TimedEffect)
    /// Somebody reacted.
    case reaction(Reaction)
    /// The room was locked or unlocked.
    case locked(Bool)
    /// Effects were muted or permitted.
    case effectsMuted(Bool)
    /// Somebody shows a measurement. Not reported for those that are there when the client joins.
    case measured(SharedMeasurement)
    /// A measurement is shown no longer.
    case measurementRemoved(MeasurementID)
}
