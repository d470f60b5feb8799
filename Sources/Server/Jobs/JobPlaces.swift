import Synchronization

/// The places of the queue: one for each job that runs or waits, and for each upload that will become one.
final class JobPlaces: Sendable {
    private let free: Mutex<Int>

    init(count: Int) { free = Mutex(count) }

    /// Takes a place, or nil where all are taken.
    func take() -> Place? {
        let isTaken = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        return isTaken ? Place(self) : nil
    }

    fileprivate func giveBack() { free.withLock { $0 += 1 } }

    /// A place, free again when the last reference to it goes.
    final class Place: Sendable {
        private let places: JobPlaces

        fileprivate init(_ places: JobPlaces) { self.places = places }

        deinit { places.giveBack() }
    }
}
