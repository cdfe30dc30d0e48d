/// What stands behind the HTTP server: the community, the live side, and the pages about the server itself.
struct ServerApplication: HTTPApplication {
    let service: CommunityService
    let live: LiveServer
    let metrics: ServerMetrics
    let state: ServerState

    func answerAtOnce(_ head: RequestHead) -> APIResponse? {
        switch head.target.path {
        case "/healthz":
            return state.isStopping ? .stopping : .text(200, "ok\n")
        case "/metrics":
            return .text(200, metrics.now.text, type: "text/plain; version=0.0.4")
        default:
            guard state.isStopping else { return nil }
            metrics.refused(.stopping)
            return .stopping
        }
    }

    func upgrade(_ head: RequestHead) -> UpgradeAnswer? { live.upgrade(head) }

    func answer(_ request: APIRequest) async -> APIResponse { await service.answer(request) }

    func isUpload(_ request: APIRequest) -> Bool {
        CommunityService.isUpload(method: request.method, path: request.path)
    }

    func openUpload(_ request: APIRequest) async -> UploadOpening { await service.openUpload(request) }

    func finishUpload(_ target: UploadTarget, received: Int) async -> APIResponse {
        await service.finishUpload(target, received: received)
    }

    func abandonUpload(_ target: UploadTarget) async { await service.abandonUpload(target) }
}
