import Changes
import Crypto
import Foundation
import DioramaSync
import Testing
import Support
import SyncTestSupport
import TestSupport

/// Sync over buckets that fail, and in programs that are killed: nothing lost, nothing doubled.
@Suite struct SyncFaultTests {
    @Test(arguments: 1...(isSoak ? 40 : 2))
    func `devices converge over a bucket that fails in every way`(_ seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let bucket = FaultyBucket(MemoryBucket(), seed: UInt64(seed), faults: .storm)
        bucket.faults.tornWrites = 0.1
        bucket.faults.tornReads = 0.1
        var options = SyncDevice.small
        options.changesetsPerSnapshot = 15
        var devices: [SyncDevice] = []
        for _ in 0..<Int.random(in: 2...4, using: &random) { devices.append(try SyncDevice(options)) }
        for _ in 0..<40 {
            let device = devices[Int.random(in: 0..<devices.count, using: &random)]
            try device.writeRandomly(&random)
            if Bool.random(using: &random) {
                bucket.kill(atCall: Int.random(in: 1...12, using: &random), hasEffect: Bool.random(using: &random))
            }
            _ = try? await device.engine.run(bucket)
            bucket.revive()
            if Bool.random(using: &random) { device.restart() }
            if Int.random(in: 0..<15, using: &random) == 0 { devices.append(try SyncDevice(options)) }
        }
        bucket.faults = BucketFaults()
        try await settle(devices, bucket)
        let first = try devices[0].content()
        for device in devices.dropFirst() { #expect(try device.content() == first, "seed \(seed)") }
        for device in devices { #expect(try await device.engine.status().refused.isEmpty) }
    }

    @Test(arguments: [false, true])
    func `killed at every call of a run, it goes on`(_ hasEffect: Bool) async throws {
        func scene(_ bucket: any Bucket) async throws -> (SyncDevice, SyncDevice) {
            var options = SyncDevice.small
            options.changesetsPerSnapshot = 6
            let a = try SyncDevice(options)
            let b = try SyncDevice(options)
            var random = SplitMix64(seed: 8)
            for _ in 0..<4 {
                try a.writeRandomly(&random)
                try b.writeRandomly(&random)
                try await a.engine.run(bucket)
                try await b.engine.run(bucket)
            }
            try a.writeRandomly(&random)
            try b.writeRandomly(&random)
            try await a.engine.run(bucket)
            return (a, b)
        }
        var call = 1
        while true {
            let bucket = FaultyBucket(MemoryBucket(), seed: 1)
            let (a, b) = try await scene(bucket)
            bucket.kill(atCall: call, hasEffect: hasEffect)
            _ = try? await b.engine.run(bucket)
            let died = bucket.isDead
            bucket.revive()
            b.restart()
            try await settle([a, b], bucket)
            #expect(try a.content() == b.content(), "killed at call \(call)")
            if !died { break }
            call += 1
        }
        #expect(call > 5)
    }
}

enum SHA256Digest {
    static func of(_ data: Data) -> [UInt8] { Array(SHA256.hash(data: data)) }
}
