import DioramaLibrary
import Hummingbird
import Spaces

extension ServerRoutes {
    /// Workflows, recordings and requests. They are the owner's alone.
    func addRequests(to router: Router<ServerContext>) {
        let workflows = WorkflowRoutes(catalogue: WorkflowCatalogue(library: library))
        router.resource(
            "/api/v1/workflows", [.get: .owner(workflows.list).taking("after", "limit"), .post: .owner(workflows.create)])
        router.resource(
            "/api/v1/workflows/{id}",
            [.get: .owner(workflows.show), .patch: .owner(workflows.edit), .delete: .owner(workflows.trash)])
        router.resource("/api/v1/workflows/{id}/copy", [.post: .owner(workflows.copy)])

        let catalogue = RecordingCatalogue(library: library, media: media)
        let recordings = RecordingRoutes(catalogue: catalogue)
        router.resource(
            "/api/v1/recordings",
            [
                .get: .owner(recordings.list).taking("space", "thing", "workflow", "after", "limit"),
                .post: .owner(recordings.create),
            ])
        router.resource(
            "/api/v1/recordings/{id}",
            [.get: .owner(recordings.show), .patch: .owner(recordings.edit), .delete: .owner(recordings.trash)])
        router.resource("/api/v1/recordings/{id}/steps/{step}", [.put: .owner(recordings.answer)])

        let files = RecordingMediaRoutes(
            catalogue: catalogue, store: components.store, media: media, uploads: components.uploads)
        router.resource(
            "/api/v1/recordings/{id}/media", [.post: .owner(files.add).taking("kind", "name", "step", "shot")])
        router.resource(
            "/api/v1/recordings/{id}/media/{media}",
            [.get: .owner(files.file).taking("size"), .delete: .owner(files.remove)])

        let requests = RequestRoutes(requests: RecordingRequests(library: library, media: media), runs: components.sharing)
        router.resource(
            "/api/v1/requests",
            [.get: .owner(requests.list).taking("direction", "state", "after", "limit"), .post: .owner(requests.create)])
        router.resource("/api/v1/requests/{id}", [.get: .owner(requests.show)])
        router.resource("/api/v1/requests/{id}/withdraw", [.post: .owner(requests.withdraw)])
        router.resource("/api/v1/requests/{id}/decline", [.post: .owner(requests.decline)])
        router.resource("/api/v1/requests/{id}/recording", [.post: .owner(requests.begin)])
        router.resource("/api/v1/requests/{id}/answer", [.post: .owner(requests.answer)])
    }
}
