import Foundation
import DioramaLibrary
import Testing
import Support

@Suite struct JobsTests {
    @Test func `a job goes from the queue through its progress to its space`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let job = try await library.createJob(kind: "import", title: "office.tar")
            #expect(job.state == .queued)
            #expect(job.fraction == 0)
            #expect(job.what == "")
            let running = try #require(
                try await library.updateJob(
                    job.id, state: .running, progress: WorkProgress(fraction: 0.25, what: "Fusing frames", remaining: 12.5)))
            #expect(running.state == .running)
            #expect(running.fraction == 0.25)
            #expect(running.what == "Fusing frames")
            #expect(running.remaining == 12.5)
            let space = try await library.add(try makeDraft("office", in: files), job: job.id)
            let done = try #require(try await library.job(job.id))
            #expect(done.state == .done)
            #expect(done.fraction == 1)
            #expect(done.remaining == nil)
            #expect(done.space == space.id)
            #expect(try await library.delete(space.id))
            #expect(try await library.job(job.id)?.space == nil)
            #expect(try library.verify().problems == [])
        }
    }

    @Test func `a job that works on a space names it from the beginning, until the space is gone`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("office", in: files))
            let job = try await library.createJob(kind: "plan", title: "office", space: space.id)
            #expect(job.space == space.id)
            #expect(try await library.updateJob(job.id, state: .failed, error: "no room")?.space == space.id)
            #expect(try await library.delete(space.id))
            #expect(try await library.job(job.id)?.space == nil)
        }
    }

    @Test func `a final state stays, whatever comes later`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            for state in [JobState.done, .failed, .cancelled] {
                let job = try await library.createJob(kind: "import", title: "x")
                let ended = try await library.updateJob(job.id, state: state, error: state == .failed ? "no frames" : nil)
                #expect(ended?.state == state)
                #expect(ended?.error == (state == .failed ? "no frames" : nil))
                #expect(try await library.updateJob(job.id, state: .running) == ended)
                #expect(try await library.updateJob(job.id, progress: WorkProgress(fraction: 0.1, what: "late")) == ended)
            }
            #expect(try await library.updateJob(JobID(), state: .done) == nil)
            #expect(try await library.job(JobID()) == nil)
        }
    }

    @Test func `a space can't be added for a job that was cancelled, has ended or never was`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let draft = try makeDraft("x", in: files)
            for (state, kind) in [(JobState.cancelled, LibraryError.Kind.cancelled), (.failed, .invalidValue)] {
                let job = try await library.createJob(kind: "import", title: "x")
                _ = try await library.updateJob(job.id, state: state)
                #expect(await libraryError { _ = try await library.add(draft, job: job.id) }?.kind == kind)
            }
            #expect(await libraryError { _ = try await library.add(draft, job: JobID()) }?.kind == .notFound)
            #expect(try await library.spaceCount() == 0)
            #expect(try library.verify() == VerifyReport())
            #expect(filesBelow(folder.appendingPathComponent("assets")) == [])
        }
    }

    @Test func `jobs are listed newest first, ended ones only as far back as asked`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let old = try await library.createJob(kind: "import", title: "old")
            let open = try await library.createJob(kind: "import", title: "open")
            _ = try await library.updateJob(old.id, state: .done)
            try await Task.sleep(for: .milliseconds(5))
            let now = Date()
            try await Task.sleep(for: .milliseconds(5))
            let new = try await library.createJob(kind: "import", title: "new")
            _ = try await library.updateJob(new.id, state: .failed, error: "x")
            #expect(try await library.jobs().map(\.title) == ["new", "open", "old"])
            #expect(try await library.jobs(endedAfter: now).map(\.title) == ["new", "open"])
            #expect(try await library.jobs(endedAfter: .distantFuture).map(\.id) == [open.id])
            #expect(try await library.jobs(limit: 1).map(\.title) == ["new"])
        }
    }

    @Test func `progress that is no number does no harm, and a running job can't be queued again`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let job = try await library.createJob(kind: "import", title: "x")
            for fraction in [Double.nan, -3, 7, .infinity] {
                let updated = try await library.updateJob(
                    job.id, state: .running, progress: WorkProgress(fraction: fraction, what: "x", remaining: .nan))
                #expect((0...1).contains(try #require(updated).fraction))
            }
            #expect(await libraryError { _ = try await library.updateJob(job.id, state: .queued) }?.kind == .invalidValue)
            #expect(await libraryError { _ = try await library.createJob(kind: "", title: "x") }?.kind == .invalidValue)
            #expect(await libraryError { _ = try await library.createJob(kind: "import", title: "a\nb") }?.kind == .invalidValue)
        }
    }

    @Test func `a cancelled task can still mark its job as cancelled`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let job = try await library.createJob(kind: "import", title: "x")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await library.updateJob(job.id, state: .cancelled)
            }
            task.cancel()
            #expect(try await task.value?.state == .cancelled)
        }
    }
}
