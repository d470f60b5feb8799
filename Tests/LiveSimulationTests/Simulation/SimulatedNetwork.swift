import Support

/// A packet on its way between the server and a client.
struct Packet {
    /// The index of the client at one end.
    var client: Int
    var isForServer: Bool
    /// The client's connection; packets of an earlier one never arrive.
    var connection: Int
    var bytes: [UInt8]
}

/// A network that drops, duplicates, delays and reorders packets, as its seed says.
struct SimulatedNetwork {
    private struct Flight {
        var arrival: UInt64
        /// Keeps the order of packets with the same arrival, so that runs are repeatable.
        var order: Int
        var packet: Packet
    }

    /// Parts of 100 packets.
    var lossPercent: UInt64 = 0
    var duplicationPercent: UInt64 = 0
    /// Milliseconds.
    var maxDelay: UInt64 = 0
    private var flights: [Flight] = []
    private var count = 0
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func send(_ packet: Packet, at time: UInt64) {
        if random.next() % 100 < lossPercent { return }
        let copies = random.next() % 100 < duplicationPercent ? 2 : 1
        for _ in 0..<copies {
            count += 1
            let arrival = time + random.next() % (maxDelay + 1)
            flights.append(Flight(arrival: arrival, order: count, packet: packet))
        }
    }

    /// The packets that have arrived by `time`, in the order of their arrival.
    mutating func arrivals(by time: UInt64) -> [Packet] {
        var arrived: [Flight] = []
        flights.removeAll { flight in
            guard flight.arrival <= time else { return false }
            arrived.append(flight)
            return true
        }
        arrived.sort { ($0.arrival, $0.order) < ($1.arrival, $1.order) }
        return arrived.map(\.packet)
    }
}
