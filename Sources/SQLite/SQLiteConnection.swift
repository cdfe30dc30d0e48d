import CSQLite

/// Owns SQLite's handles: the connection here, the statements below. They never leave this file.
final class SQLiteConnection {
    fileprivate let handle: OpaquePointer

    init(path: String, access: SQLiteDatabase.Access) throws(SQLiteFailure) {
        // One thread has the connection, so SQLite need not lock.
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch access {
        case .writing: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .reading: flags |= SQLITE_OPEN_READONLY
        case .readingFileAlone:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:\(Self.escaped(path))?immutable=1"
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            // There is a handle even so, and it carries the message.
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            let number = opened.map { sqlite3_system_errno($0) } ?? 0
            sqlite3_close_v2(opened)
            throw SQLiteFailure(code: code, message: message, statement: "open", systemError: number)
        }
        handle = opened
        sqlite3_busy_timeout(handle, 5000)
    }

    /// A path as a part of a URI: all but letters, digits and slashes as `%XX`.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { escaped, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "/" {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }

    deinit {
        // The statements hold a reference to this object, so they are gone by now.
        sqlite3_close_v2(handle)
    }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
    var changedRows: Int { Int(sqlite3_changes(handle)) }
    var totalChanges: Int64 { sqlite3_total_changes64(handle) }
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    func execute(_ script: String) throws(SQLiteFailure) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
            throw failure(in: String(script.prefix(200)))
        }
    }

    /// Closing deletes the log by its name, which another database may have by then: this leaves it.
    func keepLog() {
        var isKept: Int32 = 1
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }

    /// What a statement calls by a name of ours.
    private final class Test {
        let body: (String, String) -> Bool
        init(_ body: @escaping (String, String) -> Bool) { self.body = body }
    }

    /// Lets statements call `name(TEXT, TEXT)`; it has to answer the same for the same texts.
    func define(_ name: String, _ body: @escaping (String, String) -> Bool) throws(SQLiteFailure) {
        let code = sqlite3_create_function_v2(
            handle,
            name,
            2,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
            // SQLite gives it back in any case, when it closes or fails.
            Unmanaged.passRetained(Test(body)).toOpaque(),
            { context, count, values in
                guard count == 2, let values, let pointer = sqlite3_user_data(context),
                    let first = sqlite3_value_text(values[0]), let second = sqlite3_value_text(values[1])
                else { return sqlite3_result_null(context) }
                let test = Unmanaged<Test>.fromOpaque(pointer).takeUnretainedValue()
                sqlite3_result_int(context, test.body(String(cString: first), String(cString: second)) ? 1 : 0)
            },
            nil,
            nil,
            { if let test = $0 { Unmanaged<Test>.fromOpaque(test).release() } }
        )
        guard code == SQLITE_OK else { throw failure(in: name) }
    }

    fileprivate func failure(in statement: String) -> SQLiteFailure {
        let code = sqlite3_extended_errcode(handle)
        // The number outlives the call it belongs to.
        let isSystems = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY].contains(code & 0xff)
        return SQLiteFailure(
            code: code,
            message: String(cString: sqlite3_errmsg(handle)),
            statement: statement,
            systemError: isSystems ? sqlite3_system_errno(handle) : 0
        )
    }
}

/// A statement prepared once and run many times.
final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer
    private let text: String

    init(_ text: String, on connection: SQLiteConnection) throws(SQLiteFailure) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw connection.failure(in: text) }
        handle = prepared
        self.text = text
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func run(_ values: [any SQLiteBindable]) throws(SQLiteFailure) {
        try query(values) { _ in true }
    }

    /// Hands row after row to `each` until it returns false.
    func query(
        _ values: [any SQLiteBindable],
        each: (borrowing SQLiteRow) -> Bool
    ) throws(SQLiteFailure) {
        precondition(sqlite3_stmt_busy(handle) == 0, "a statement is run while its rows are being read: \(text)")
        try bind(values)
        defer {
            sqlite3_reset(handle)
            // What was bound may be a secret, and is copied.
            sqlite3_clear_bindings(handle)
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: if !each(SQLiteRow(handle)) { return }
            case SQLITE_DONE: return
            default: throw connection.failure(in: text)
            }
        }
    }

    private func bind(_ values: [any SQLiteBindable]) throws(SQLiteFailure) {
        precondition(
            values.count == Int(sqlite3_bind_parameter_count(handle)),
            "\(values.count) values for the statement: \(text)"
        )
        for (index, value) in values.enumerated() {
            guard bind(value.sqliteValue, at: Int32(index + 1)) == SQLITE_OK else {
                throw connection.failure(in: text)
            }
        }
    }

    private func bind(_ value: SQLiteValue, at position: Int32) -> Int32 {
        // SQLITE_TRANSIENT, which the header makes with a cast: SQLite copies what is bound before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null:
            return sqlite3_bind_null(handle, position)
        case .integer(let number):
            return sqlite3_bind_int64(handle, position, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // An empty text may have no address, which SQLite would take for NULL.
                    guard let start = characters.baseAddress else {
                        return sqlite3_bind_text(handle, position, "", 0, copied)
                    }
                    return sqlite3_bind_text64(
                        handle,
                        position,
                        start,
                        UInt64(characters.count),
                        copied,
                        UInt8(SQLITE_UTF8)
                    )
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, position, 0) }
            return sqlite3_bind_blob64(handle, position, bytes, UInt64(bytes.count), copied)
        }
    }
}

/// The row a query stands on; good until the next.
package struct SQLiteRow: ~Copyable {
    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// The integer in a column, counted from 0; NULL is 0.
    package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    package func integerIfAny(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    package func count(_ column: Int32) -> Int {
        Int(integer(column))
    }

    package func truth(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    /// The text in a column; NULL is empty.
    package func text(_ column: Int32) -> String {
        // The address is good until the next call for this row; the bytes are copied at once.
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func textIfAny(_ column: Int32) -> String? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : text(column)
    }

    /// Whether a column without a type has a text.
    package func isText(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_TEXT
    }

    /// The bytes in a column; NULL is empty.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
