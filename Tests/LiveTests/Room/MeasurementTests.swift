import Geometry
import Live
import Testing

/// Shared measurements: who may show and remove them, and how long they are shown.
@Suite struct MeasurementTests {
    private let points = [Vector3(0, 0, 0), Vector3(3, 0, 0), Vector3(3, 0, 4)]

    private func measure(_ fixture: inout RoomFixture, by id: ParticipantID) -> (MeasurementID, [Delivery]) {
        let new = MeasurementID(creator: id, number: fixture.next(id))
        return (new, fixture.send(.measure(SharedMeasurement(id: new, points: points)), from: id))
    }

    @Test func `a line has the length of its parts, an outline that of its sides`() {
        let id = MeasurementID(creator: ParticipantID(1), number: 1)
        #expect(SharedMeasurement(id: id, points: points).length == 7)
        #expect(SharedMeasurement(id: id, points: points, isClosed: true).length == 12)
    }

    @Test func `guests and hosts show measurements; their author and hosts remove them, once and for all`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let ada = try fixture.join(2)
        let ben = try fixture.join(3)
        let viewer = try fixture.join(4, role: .viewer)
        let (first, shared) = measure(&fixture, by: ada)
        #expect(RoomFixture.refusal(in: shared) == nil && fixture.room.state.measurements.map(\.id) == [first])
        #expect(RoomFixture.refusal(in: measure(&fixture, by: viewer).1) == .notPermitted)
        #expect(RoomFixture.refusal(in: fixture.send(.removeMeasurement(first), from: ben)) == .notOwner)
        #expect(RoomFixture.refusal(in: fixture.send(.removeMeasurement(first), from: viewer)) == .notPermitted)
        #expect(RoomFixture.refusal(in: fixture.send(.removeMeasurement(first), from: ada)) == nil)
        #expect(RoomFixture.refusal(in: fixture.send(.removeMeasurement(first), from: ada)) == .notFound)
        let (second, _) = measure(&fixture, by: ada)
        #expect(RoomFixture.refusal(in: fixture.send(.removeMeasurement(second), from: host)) == nil)
        // Whatever arrives later, a removed one doesn't come back.
        var state = fixture.room.state
        state.apply(
            SessionOperation(
                .measure(SharedMeasurement(id: second, points: points)), stamp: Stamp(clock: 9_999, participant: ada)))
        #expect(state.measurements.isEmpty)
    }

    @Test func `a forged author or number is refused, and more than sixteen at a time`() throws {
        var fixture = RoomFixture()
        let ada = try fixture.join(1)
        let ben = try fixture.join(2)
        for id in [
            MeasurementID(creator: ben, number: fixture.next(ada)), MeasurementID(creator: ada, number: 99),
        ] {
            #expect(
                RoomFixture.refusal(in: fixture.send(.measure(SharedMeasurement(id: id, points: points)), from: ada)) == .forged)
        }
        for _ in 0..<LiveLimits.maxMeasurementsPerAuthor { #expect(RoomFixture.refusal(in: measure(&fixture, by: ada).1) == nil) }
        #expect(RoomFixture.refusal(in: measure(&fixture, by: ada).1) == .roomFull)
        #expect(RoomFixture.refusal(in: measure(&fixture, by: ben).1) == nil)
    }

    @Test func `measurements of participants that leave, are kicked or are absent are removed`() throws {
        var fixture = RoomFixture()
        let host = try fixture.join(1, role: .host)
        let guests = try (2...4).map { try fixture.join($0) }
        let (own, _) = measure(&fixture, by: host)
        for guest in guests { _ = measure(&fixture, by: guest) }
        #expect(fixture.room.state.measurements.count == 4)
        _ = fixture.send(.leave(guests[0]), from: guests[0])
        _ = fixture.send(.kick(guests[1]), from: host)
        fixture.room.disconnect(guests[2], at: fixture.time)
        // A short interruption removes nothing.
        #expect(fixture.room.advance(to: fixture.time + 20_000).isEmpty && fixture.room.state.measurements.count == 2)
        _ = fixture.room.advance(to: fixture.time + 40_000)
        #expect(fixture.room.state.measurements.map(\.id) == [own])
    }

    @Test func `late joiners get them in the snapshot, and a restored room has them`() throws {
        var fixture = RoomFixture()
        let ada = try fixture.join(1)
        let (kept, _) = measure(&fixture, by: ada)
        let (gone, _) = measure(&fixture, by: ada)
        _ = fixture.send(.removeMeasurement(gone), from: ada)
        let restored = try Room(restoring: fixture.room.saved(), at: fixture.time)
        #expect(restored.state == fixture.room.state)
        var late = SessionState()
        for operation in fixture.room.state.operations().reversed() { late.apply(operation) }
        #expect(late.measurements.map(\.id) == [kept])
    }

    @Test func `a line of one point, of too many, or beyond the world is refused when it is decoded`() throws {
        let id = MeasurementID(creator: ParticipantID(1), number: 1)
        let stamp = Stamp(clock: 1, participant: ParticipantID(1))
        let many = (0...LiveLimits.maxMeasurementPoints).map { Vector3(Float($0), 0, 0) }
        for points in [
            [], [Vector3(0, 0, 0)], many, [Vector3(0, 0, 0), Vector3(.nan, 0, 0)], [Vector3(0, 0, 0), Vector3(0, 2e4, 0)],
        ] {
            let change = Change.measure(SharedMeasurement(id: id, points: points))
            let bytes = PacketCodec().encode([Frame(.operation(SessionOperation(change, stamp: stamp)), sequence: 1)])
            let error = #expect(throws: LiveError.self) { try PacketCodec().decode(bytes) }
            #expect(error?.problem == .numberOutOfRange)
        }
    }
}
