import Models

extension Animation {
    /// Keeps the part between two times, which then begins at 0.
    mutating func cut(from start: Float, to end: Float?, targets: DAEAnimations.Targets) {
        guard start != 0 || end.map({ $0 < duration }) == true else { return }
        let end = max(start, end.flatMap { $0.isFinite ? $0 : nil } ?? duration)
        for (i, channel) in channels.enumerated() {
            let width = channel.target.width ?? targets.weightsAtRest[channel.node]?.count ?? 0
            var cut = channel
            cut.times = []
            cut.values = []
            func add(_ time: Float) {
                guard cut.times.last ?? -.infinity < time - start else { return }
                cut.times.append(time - start)
                cut.values += channel.value(at: time, width: width)
            }
            if let first = channel.times.first, first < start { add(start) }
            for time in channel.times where time >= start && time <= end { add(time) }
            if let last = channel.times.last, last > end { add(end) }
            if cut.times.isEmpty { add(start) }
            channels[i] = cut
        }
    }
}
