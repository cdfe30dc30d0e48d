/// Where the bytes of an upload go: checked before the first byte is taken.
package struct UploadTarget: Sendable {
    package var fileID: String
    /// A file in the data folder that does not exist yet; it gets its place when the upload is complete.
    package var temporaryPath: String
    /// The size announced, in bytes: more or fewer end the upload with a refusal.
    package var size: Int

    package init(fileID: String, temporaryPath: String, size: Int) {
        self.fileID = fileID
        self.temporaryPath = temporaryPath
        self.size = size
    }
}
