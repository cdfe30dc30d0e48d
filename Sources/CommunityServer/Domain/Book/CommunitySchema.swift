import SQLite

/// The tables of the community. A step that was shipped is never changed: another is added.
enum CommunitySchema {
    static let migrations = [Migration(version: 1, script: first)]

    private static let first = """
        CREATE TABLE members (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            email TEXT UNIQUE,
            phone TEXT UNIQUE,
            name TEXT NOT NULL,
            -- The name in lower case; NULL frees it when the account ends.
            name_key TEXT UNIQUE,
            part TEXT NOT NULL DEFAULT '',
            status_message TEXT NOT NULL DEFAULT '',
            image_file INTEGER,
            password TEXT,
            is_bot INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            deleted_at INTEGER
        );
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY,
            member_id INTEGER NOT NULL REFERENCES members(id),
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX sessions_of_member ON sessions(member_id);
        CREATE TABLE access_tokens (
            hash BLOB PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions(id),
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX access_tokens_of_session ON access_tokens(session_id);
        CREATE TABLE refresh_tokens (
            hash BLOB PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions(id),
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX refresh_tokens_of_session ON refresh_tokens(session_id);
        CREATE TABLE chat_tickets (
            hash BLOB PRIMARY KEY,
            session_id TEXT NOT NULL REFERENCES sessions(id),
            expires_at INTEGER NOT NULL,
            -- When the access token it was bought with expires: the connection ends with that.
            access_expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE phone_codes (
            phone TEXT PRIMARY KEY,
            hash BLOB NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            sent_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE phone_verifications (
            hash BLOB PRIMARY KEY,
            phone TEXT NOT NULL,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE device_codes (
            hash BLOB PRIMARY KEY,
            user_code TEXT NOT NULL UNIQUE,
            -- Who approved; NULL while nobody has.
            member_id INTEGER REFERENCES members(id),
            is_denied INTEGER NOT NULL DEFAULT 0,
            interval INTEGER NOT NULL,
            polled_at INTEGER NOT NULL DEFAULT 0,
            expires_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE authorization_codes (
            hash BLOB PRIMARY KEY,
            member_id INTEGER NOT NULL REFERENCES members(id),
            redirect_uri TEXT NOT NULL,
            challenge TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            -- The session it was traded for.
            session_id TEXT
        ) WITHOUT ROWID;
        CREATE TABLE blocks (
            member_id INTEGER NOT NULL REFERENCES members(id),
            blocked_id INTEGER NOT NULL REFERENCES members(id),
            PRIMARY KEY (member_id, blocked_id)
        ) WITHOUT ROWID;

        CREATE TABLE workspaces (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            icon TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        );
        CREATE TABLE workspace_members (
            workspace_id INTEGER NOT NULL REFERENCES workspaces(id),
            member_id INTEGER NOT NULL REFERENCES members(id),
            role TEXT NOT NULL,
            joined_at INTEGER NOT NULL,
            PRIMARY KEY (workspace_id, member_id)
        ) WITHOUT ROWID;
        CREATE INDEX workspaces_of_member ON workspace_members(member_id);
        CREATE TABLE workspace_invites (
            workspace_id INTEGER NOT NULL REFERENCES workspaces(id),
            email TEXT NOT NULL,
            PRIMARY KEY (email, workspace_id)
        ) WITHOUT ROWID;

        CREATE TABLE threads (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            workspace_id INTEGER REFERENCES workspaces(id),
            title TEXT NOT NULL,
            description TEXT NOT NULL,
            category TEXT NOT NULL,
            icon TEXT NOT NULL,
            max_members INTEGER NOT NULL,
            -- OPEN: anybody of the server, or of the workspace, may join. INVITE: by invitation. DIRECT: one to one.
            kind TEXT NOT NULL,
            -- The two of a direct thread, lower identifier first.
            direct_key TEXT UNIQUE,
            created_by INTEGER NOT NULL REFERENCES members(id),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            deleted_at INTEGER
        );
        CREATE INDEX threads_of_workspace ON threads(workspace_id);
        CREATE INDEX open_threads ON threads(id) WHERE kind = 'OPEN' AND deleted_at IS NULL;
        CREATE TABLE thread_members (
            thread_id INTEGER NOT NULL REFERENCES threads(id),
            member_id INTEGER NOT NULL REFERENCES members(id),
            role TEXT NOT NULL,
            joined_at INTEGER NOT NULL,
            last_read_id INTEGER NOT NULL DEFAULT 0,
            is_pinned INTEGER NOT NULL DEFAULT 0,
            is_muted INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (thread_id, member_id)
        ) WITHOUT ROWID;
        CREATE INDEX threads_of_member ON thread_members(member_id);
        -- Who was sent away: they come back by invitation only.
        CREATE TABLE thread_exiles (
            thread_id INTEGER NOT NULL REFERENCES threads(id),
            member_id INTEGER NOT NULL REFERENCES members(id),
            PRIMARY KEY (thread_id, member_id)
        ) WITHOUT ROWID;

        CREATE TABLE messages (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            thread_id INTEGER NOT NULL REFERENCES threads(id),
            sender_id INTEGER NOT NULL REFERENCES members(id),
            content TEXT NOT NULL,
            type TEXT NOT NULL,
            reply_to INTEGER REFERENCES messages(id),
            client_id TEXT NOT NULL,
            -- What hangs on it: 1 files, 2 mentions, 4 reactions, now or once. Saves looking where there is nothing.
            extras INTEGER NOT NULL DEFAULT 0,
            -- Somebody who had blocked the sender of a direct message.
            hidden_from INTEGER,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER
        );
        CREATE UNIQUE INDEX messages_by_client_id ON messages(sender_id, client_id);
        CREATE INDEX messages_of_thread ON messages(thread_id, id);
        CREATE TABLE message_files (
            message_id INTEGER NOT NULL REFERENCES messages(id),
            position INTEGER NOT NULL,
            file_id INTEGER NOT NULL REFERENCES files(id),
            PRIMARY KEY (message_id, position)
        ) WITHOUT ROWID;
        CREATE INDEX messages_of_file ON message_files(file_id);
        CREATE TABLE message_mentions (
            message_id INTEGER NOT NULL REFERENCES messages(id),
            member_id INTEGER NOT NULL REFERENCES members(id),
            PRIMARY KEY (message_id, member_id)
        ) WITHOUT ROWID;
        CREATE TABLE reactions (
            id INTEGER PRIMARY KEY,
            message_id INTEGER NOT NULL REFERENCES messages(id),
            emoji TEXT NOT NULL,
            member_id INTEGER NOT NULL REFERENCES members(id),
            UNIQUE (message_id, emoji, member_id)
        );
        CREATE TABLE reports (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            message_id INTEGER NOT NULL REFERENCES messages(id),
            member_id INTEGER NOT NULL REFERENCES members(id),
            reason TEXT NOT NULL,
            detail TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (message_id, member_id)
        );
        CREATE TABLE notifications (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            member_id INTEGER NOT NULL REFERENCES members(id),
            kind TEXT NOT NULL,
            thread_id INTEGER,
            message_id INTEGER,
            text TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            read_at INTEGER
        );
        CREATE INDEX notifications_of_member ON notifications(member_id, id);

        CREATE TABLE files (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            member_id INTEGER NOT NULL REFERENCES members(id),
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            content_type TEXT NOT NULL,
            upload_hash BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            -- NULL until all bytes are there.
            uploaded_at INTEGER
        );
        CREATE INDEX files_of_member ON files(member_id);
        CREATE INDEX images_of_members ON members(image_file) WHERE image_file IS NOT NULL;
        """
}
