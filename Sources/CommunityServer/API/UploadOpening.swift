/// Whether the bytes of a file may come.
package enum UploadOpening: Sendable {
    /// They go there; afterwards ``CommunityService/finishUpload(_:received:)`` or
    /// ``CommunityService/abandonUpload(_:)`` is called.
    case accepted(UploadTarget)
    /// They may not: this goes back, and the connection is closed.
    case refused(APIResponse)
}
