/// The shared tables that version 3 brings.
extension Schema {
    /// What every shared table begins with.
    private static let beginning = """
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER
        """

    static let newTables = """
        CREATE TABLE accounts (
            \(beginning),
            name TEXT NOT NULL DEFAULT '',
            email TEXT,
            tier TEXT NOT NULL DEFAULT 'free'
        ) STRICT;

        CREATE TABLE places (
            \(beginning),
            account TEXT,
            space TEXT,
            parent TEXT,
            name TEXT NOT NULL DEFAULT '',
            notes TEXT NOT NULL DEFAULT ''
        ) STRICT;

        CREATE TABLE things (
            \(beginning),
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            category TEXT,
            brand TEXT,
            model TEXT,
            serial TEXT,
            quantity INTEGER NOT NULL DEFAULT 1,
            condition TEXT,
            value INTEGER,
            currency TEXT,
            purchased INTEGER,
            price INTEGER,
            price_currency TEXT,
            seller TEXT,
            warranty_until INTEGER,
            warranty_notes TEXT,
            tags TEXT NOT NULL DEFAULT '[]',
            space TEXT,
            place TEXT,
            x REAL, y REAL, z REAL,
            fields TEXT NOT NULL DEFAULT '[]',
            notes TEXT NOT NULL DEFAULT ''
        ) STRICT;

        CREATE TABLE recordings (
            \(beginning),
            account TEXT,
            space TEXT,
            thing TEXT,
            workflow TEXT,
            request TEXT,
            title TEXT NOT NULL DEFAULT '',
            notes TEXT NOT NULL DEFAULT '',
            is_private INTEGER NOT NULL DEFAULT 0,
            started INTEGER,
            ended INTEGER,
            answers TEXT NOT NULL DEFAULT '{}'
        ) STRICT;

        CREATE TABLE media (
            \(beginning),
            recording TEXT,
            thing TEXT,
            memory TEXT,
            space TEXT,
            position INTEGER NOT NULL DEFAULT 0,
            kind TEXT NOT NULL DEFAULT '',
            hash TEXT NOT NULL DEFAULT '',
            byte_count INTEGER NOT NULL DEFAULT 0,
            content_type TEXT NOT NULL DEFAULT '',
            file_name TEXT NOT NULL DEFAULT '',
            width INTEGER,
            height INTEGER,
            duration REAL,
            taken INTEGER,
            latitude REAL,
            longitude REAL,
            caption TEXT NOT NULL DEFAULT ''
        ) STRICT;

        CREATE TABLE memories (
            \(beginning),
            account TEXT,
            space TEXT,
            anchor TEXT NOT NULL DEFAULT '{}',
            viewpoint BLOB,
            title TEXT NOT NULL DEFAULT '',
            text TEXT NOT NULL DEFAULT '',
            mood TEXT,
            privacy TEXT NOT NULL DEFAULT 'private'
        ) STRICT;

        CREATE TABLE shares (
            \(beginning),
            account TEXT,
            peer TEXT NOT NULL DEFAULT '',
            peer_name TEXT NOT NULL DEFAULT '',
            is_incoming INTEGER NOT NULL DEFAULT 0,
            title TEXT NOT NULL DEFAULT '',
            message TEXT NOT NULL DEFAULT '',
            items TEXT NOT NULL DEFAULT '[]',
            permission TEXT NOT NULL DEFAULT 'read',
            state TEXT NOT NULL DEFAULT 'offered',
            expires INTEGER,
            answered INTEGER,
            details TEXT NOT NULL DEFAULT '{}'
        ) STRICT;

        CREATE TABLE requests (
            \(beginning),
            account TEXT,
            peer TEXT NOT NULL DEFAULT '',
            peer_name TEXT NOT NULL DEFAULT '',
            is_incoming INTEGER NOT NULL DEFAULT 0,
            title TEXT NOT NULL DEFAULT '',
            message TEXT NOT NULL DEFAULT '',
            steps TEXT NOT NULL DEFAULT '[]',
            space TEXT,
            thing TEXT,
            recording TEXT,
            state TEXT NOT NULL DEFAULT 'open',
            due INTEGER,
            answered INTEGER,
            details TEXT NOT NULL DEFAULT '{}'
        ) STRICT;

        CREATE TABLE workflows (
            \(beginning),
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            about TEXT NOT NULL DEFAULT '',
            steps TEXT NOT NULL DEFAULT '[]'
        ) STRICT;

        CREATE TABLE consents (
            \(beginning),
            account TEXT NOT NULL DEFAULT '',
            recording TEXT,
            words TEXT NOT NULL DEFAULT '',
            language TEXT NOT NULL DEFAULT '',
            given INTEGER NOT NULL DEFAULT 0,
            withdrawn INTEGER
        ) STRICT;

        CREATE TABLE settings (
            \(beginning),
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            value TEXT
        ) STRICT;

        CREATE INDEX accounts_in_trash ON accounts (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX places_in_trash ON places (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX things_in_trash ON things (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX recordings_in_trash ON recordings (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX media_in_trash ON media (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX memories_in_trash ON memories (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX workflows_in_trash ON workflows (trashed, id) WHERE trashed IS NOT NULL;
        CREATE INDEX places_by_space ON places (space, id);
        CREATE INDEX places_by_parent ON places (parent, id);
        CREATE INDEX recordings_by_space ON recordings (space, id);
        CREATE INDEX recordings_by_thing ON recordings (thing, id);
        CREATE INDEX media_by_recording ON media (recording, position, id) WHERE recording IS NOT NULL;
        CREATE INDEX media_by_thing ON media (thing, position, id) WHERE thing IS NOT NULL;
        CREATE INDEX media_by_memory ON media (memory, position, id) WHERE memory IS NOT NULL;
        CREATE INDEX media_by_space ON media (space, position, id) WHERE space IS NOT NULL;
        CREATE INDEX media_by_hash ON media (hash);
        CREATE INDEX memories_by_space ON memories (space, id);
        CREATE INDEX consents_by_recording ON consents (recording, account) WHERE withdrawn IS NULL;
        """
}
