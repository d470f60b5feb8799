/// What the program of version 3 wrote, without the triggers that note changes, which opening makes anew; see `MigrationTests`.
enum CatalogueOfVersion3 {
    static let sql = #"""
        PRAGMA journal_mode = WAL;
        PRAGMA application_id = 1147760498;
        PRAGMA foreign_keys=OFF;
        BEGIN TRANSACTION;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES('1');
        INSERT INTO grdb_migrations VALUES('2');
        INSERT INTO grdb_migrations VALUES('3');
        CREATE TABLE assets (hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0)) STRICT, WITHOUT ROWID;
        INSERT INTO assets VALUES('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',5);
        CREATE TABLE IF NOT EXISTS "spaces" (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            area REAL,
            triangle_count INTEGER NOT NULL DEFAULT 0,
            point_count INTEGER NOT NULL DEFAULT 0,
            min_x REAL, min_y REAL, min_z REAL,
            max_x REAL, max_y REAL, max_z REAL,
            report TEXT
        ) STRICT, WITHOUT ROWID;
        INSERT INTO spaces VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1750000000123,1750000001000,NULL,NULL,'Küche',9.5,12,0,-1.0,-0.5,\#
        -2.0,1.0,2.5,3.0,'{"coverage":0.5}');
        CREATE TABLE IF NOT EXISTS "captures" (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            space TEXT NOT NULL DEFAULT '',
            kind TEXT NOT NULL DEFAULT '',
            frame_count INTEGER NOT NULL DEFAULT 0,
            skipped_frames INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0,
            notes TEXT NOT NULL DEFAULT '[]'
        ) STRICT, WITHOUT ROWID;
        INSERT INTO captures VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc4',1750000000123,1750000000123,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',\#
        'TUM',30,1,2.5,'["dark"]');
        CREATE TABLE IF NOT EXISTS "space_assets" (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            space TEXT NOT NULL DEFAULT '',
            position INTEGER NOT NULL DEFAULT 0,
            hash TEXT NOT NULL DEFAULT '',
            byte_count INTEGER NOT NULL DEFAULT 0,
            kind TEXT NOT NULL DEFAULT '',
            content_type TEXT NOT NULL DEFAULT '',
            file_name TEXT NOT NULL DEFAULT '',
            level INTEGER,
            triangle_count INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO space_assets VALUES('2yVNHQKrjtqlAVMddyQqJQdwtMI',1750000000123,1750000000123,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',\#
        0,'2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',5,'mesh','model/gltf-binary','küche.glb',NULL,12);
        CREATE TABLE IF NOT EXISTS "jobs" (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
            fraction REAL NOT NULL CHECK (fraction BETWEEN 0 AND 1),
            what TEXT NOT NULL,
            remaining REAL,
            error TEXT,
            space TEXT,
            created INTEGER NOT NULL,
            modified INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO jobs VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc5','import','küche.tar','done',1.0,'Saving',NULL,NULL,\#
        '2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1750000000000,1750000001000);
        CREATE TABLE accounts (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            name TEXT NOT NULL DEFAULT '',
            email TEXT,
            tier TEXT NOT NULL DEFAULT 'free'
        ) STRICT;
        INSERT INTO accounts VALUES('3MQqlvETcb6rZVGQSh9Rc3hcTKv',1795293293598,1795293293598,NULL,'Ada',NULL,'premium');
        CREATE TABLE places (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            space TEXT,
            parent TEXT,
            name TEXT NOT NULL DEFAULT '',
            notes TEXT NOT NULL DEFAULT ''
        ) STRICT;
        INSERT INTO places VALUES('3MQqmVNPDNUbKyDEvN7TgMLAOod',1795293297479,1795293297479,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',\#
        '2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',NULL,'Keller','');
        INSERT INTO places VALUES('3MQqmXalfUjlqA1OBCiQDaKceOg',1795293298406,1795293298406,NULL,NULL,NULL,\#
        '3MQqmVNPDNUbKyDEvN7TgMLAOod','Regal','');
        CREATE TABLE things (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
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
        INSERT INTO things VALUES('3MQqmj0uGhg3hBewFRf75dKuUQa',1795293299197,1795293299197,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',\#
        'Bohrmaschine','Tools','Ferrum','X2','SN-1',2,'used',12999,'EUR',1700000000123,9223372036854775807,'JPY','Market',\#
        1800000000000,'Keep the box','["lend","red \"and\" green"]','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmXalfUjlqA1OBCiQDaKceOg',\#
        0.10000000149011611938,-2.5,1.4012984643248170709e-45,'[["Voltage",18.1],["Big",9007199254740992],["Lent \#
        to","Zoë\n2nd"],["Charged",true],["Service",{"date":1500}],["Deposit",{"money":{"currency":"USD","minorUnits":100}}]]',\#
        replace('Line one\nline two','\n',char(10)));
        INSERT INTO things VALUES('3MQqmj0uGhraRt2VUNTuy4Yugls',1795293299382,1795293299838,1795293299802,NULL,'Altes \#
        Radio',NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'[]',NULL,NULL,NULL,NULL,NULL,'[]','');
        CREATE TABLE recordings (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
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
        INSERT INTO recordings VALUES('3MQqmrOIz4lbI2QbThFThaYL8xD',1795293300076,1795293300076,NULL,\#
        '3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmj0uGhg3hBewFRf75dKuUQa','000006sHU6ddo0vxKZkCWnUfzED',\#
        NULL,'Bohrer','',0,NULL,NULL,'{"steps":{"whole":{"fields":{"name":"Bohrer"},"shots":{}}}}');
        CREATE TABLE media (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
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
        INSERT INTO media VALUES('3MQqmrOIz4tgU9qsbia8wgGL6Zd',1795293300188,1795293300188,NULL,'3MQqmrOIz4lbI2QbThFThaYL8xD',\#
        NULL,NULL,NULL,0,'photo','2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',5,'image/jpeg','hello.jpg',\#
        NULL,NULL,NULL,NULL,48.137154000000002438,11.57612400000000008,'');
        CREATE TABLE memories (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            space TEXT,
            anchor TEXT NOT NULL DEFAULT '{}',
            viewpoint BLOB,
            title TEXT NOT NULL DEFAULT '',
            text TEXT NOT NULL DEFAULT '',
            mood TEXT,
            privacy TEXT NOT NULL DEFAULT 'private'
        ) STRICT;
        INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj86nmKEk',1795293300266,1795293300266,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',\#
        '2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{}',X'00ff01','Hier','',NULL,'private');
        CREATE TABLE shares (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
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
        INSERT INTO shares VALUES('3MQqmrOIz5B8HAfHxqzLjq2GSap',1795293300427,1795293300427,NULL,NULL,'bea','',0,'Bohrer','',\#
        '[{"id":"3MQqmj0uGhg3hBewFRf75dKuUQa","table":"things"}]','read','offered',NULL,NULL,'{}');
        CREATE TABLE requests (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
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
        INSERT INTO requests VALUES('3MQqmrOIz5IG9swHj4oMngmOHhc',1795293300694,1795293300694,NULL,NULL,'bea','',0,'Bitte','',\#
        '[{"fields":[],"key":"walk","shots":[{"count":1,"key":"film","kind":"video","title":"All walls, ceiling and \#
        floor"}],"title":"Once around"},{"fields":[{"choices":["as \#
        new","used","damaged"],"isRequired":true,"key":"state","kind":"choice","title":"State"},{"choices":[],"isRequired":false,\#
        "key":"notes","kind":"text","title":"What is wrong"}],"key":"faults","shots":[{"count":0,"key":"fault","kind":"photo",\#
        "title":"Each fault from near"}],"title":"Faults"},{"fields":[{"choices":[],"isRequired":false,"key":"reading",\#
        "kind":"number","minimum":0,"title":"Reading"}],"key":"meters","shots":[{"count":0,"key":"meter","kind":"photo",\#
        "title":"Each meter"}],"title":"Meters"}]',NULL,NULL,NULL,'open',NULL,NULL,'{}');
        CREATE TABLE workflows (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            about TEXT NOT NULL DEFAULT '',
            steps TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        INSERT INTO workflows VALUES('3MQqmxVyWhrNuCfW1cjnOkb82qS',1795293301142,1795293301142,NULL,NULL,'Record a thing','For \#
        an inventory: what it is, what it is worth, and the proof.','[{"fields":[{"choices":[],"isRequired":true,"key":"name",\#
        "kind":"text","title":"Name"},{"choices":[],"isRequired":false,"key":"category","kind":"text","title":"Category"}],\#
        "key":"whole","shots":[{"count":1,"key":"front","kind":"photo","title":"From the \#
        front"},{"count":0,"key":"back","kind":"photo","title":"From behind"}],"title":"The whole \#
        thing"},{"fields":[{"choices":[],"isRequired":false,"key":"brand","kind":"text","title":"Brand"},{"choices":[],\#
        "isRequired":false,"key":"serial","kind":"text","title":"Serial \#
        number"}],"key":"label","shots":[{"count":0,"key":"serial","kind":"photo","title":"The serial number"}],"title":"Its \#
        label"},{"fields":[{"choices":[],"isRequired":false,"key":"value","kind":"money","title":"Value"},{"choices":[],\#
        "isRequired":false,"key":"bought","kind":"date","title":"Bought \#
        on"},{"choices":[],"isRequired":false,"key":"warranty","kind":"date","title":"Warranty \#
        until"}],"key":"value","shots":[{"count":0,"key":"receipt","kind":"document","title":"The receipt"}],"title":"Its \#
        value"}]');
        CREATE TABLE consents (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT NOT NULL DEFAULT '',
            recording TEXT,
            words TEXT NOT NULL DEFAULT '',
            language TEXT NOT NULL DEFAULT '',
            given INTEGER NOT NULL DEFAULT 0,
            withdrawn INTEGER
        ) STRICT;
        INSERT INTO consents VALUES('3MQqmxVyWhwgukhpJOvOSquHJtZ',1795293301225,1795293301225,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',\#
        NULL,'Ja.','de',1795293301225,NULL);
        INSERT INTO consents VALUES('3MQqmxVyWhzQ0tOudcNbGize5NN',1795293301297,1795293301297,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',\#
        '3MQqmrOIz4lbI2QbThFThaYL8xD','Ja.','de',1795293301297,NULL);
        CREATE TABLE settings (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
            created INTEGER NOT NULL DEFAULT 0,
            modified INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER,
            account TEXT,
            name TEXT NOT NULL DEFAULT '',
            value TEXT
        ) STRICT;
        INSERT INTO settings VALUES('00000481tJmL4tby6ncbRT0Kucu',1795293301307,1795293301307,NULL,NULL,'units','"m"');
        CREATE TABLE local_settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO local_settings VALUES('account','3MQqlvETcb6rZVGQSh9Rc3hcTKv');
        CREATE TABLE search_documents (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            keywords TEXT NOT NULL,
            text TEXT NOT NULL,
            UNIQUE (id, kind)
        ) STRICT;
        INSERT INTO search_documents VALUES(1,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','space','Küche','','');
        INSERT INTO search_documents VALUES(2,'3MQqmVNPDNUbKyDEvN7TgMLAOod','place','Keller','','');
        INSERT INTO search_documents VALUES(3,'3MQqmXalfUjlqA1OBCiQDaKceOg','place','Regal','','');
        INSERT INTO search_documents VALUES(4,'3MQqmj0uGhg3hBewFRf75dKuUQa','thing','Bohrmaschine',\#
        replace('Tools\012Ferrum\012X2\012SN-1\012Market\012["lend","red \"and\" \#
        green"]\012[["Voltage",18.1],["Big",9007199254740992],["Lent \#
        to","Zoë\n2nd"],["Charged",true],["Service",{"date":1500}],["Deposit",{"money":{"currency":"USD","minorUnits":100}}]]',\#
        '\012',char(10)),replace('Line one\nline two','\n',char(10)));
        INSERT INTO search_documents VALUES(5,'3MQqmrOIz4lbI2QbThFThaYL8xD','recording','Bohrer',\#
        '{"steps":{"whole":{"fields":{"name":"Bohrer"},"shots":{}}}}','');
        INSERT INTO search_documents VALUES(6,'3MQqmrOIz4tgU9qsbia8wgGL6Zd','media','','hello.jpg','');
        INSERT INTO search_documents VALUES(7,'3MQqmrOIz4zrstfBiUbj86nmKEk','memory','Hier','','');
        PRAGMA writable_schema=ON;
        INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','search','search',0,'CREATE VIRTUAL TABLE \#
        search USING fts5 (
            kind, title, keywords, text,
            content = ''search_documents'', content_rowid = ''number'', tokenize = ''unicode61 remove_diacritics 2'', prefix = \#
        ''1 2''
        )');
        CREATE TABLE IF NOT EXISTS 'search_data'(id INTEGER PRIMARY KEY, block BLOB);
        INSERT INTO search_data VALUES(1,X'0707062604');
        INSERT INTO search_data VALUES(10,X'000000000109090009010101020101030101040101050101060101070101080101090101');
        INSERT INTO search_data VALUES(137438953473,X'0000003a06306b756368650106010102010573706163650102020002316b01060101020101\#
        730102020003326b75010601010201027370010202040c0a09060a');
        INSERT INTO search_data VALUES(274877906945,X'0000003b07306b656c6c657202060101020105706c6163650202020002316b020601010201\#
        01700202020003326b6502060101020102706c020202040d0a09060a');
        INSERT INTO search_data VALUES(412316860417,X'0000003a0630706c6163650302020105726567616c03060101020002317003020201017203\#
        06010102000332706c030202010272650306010102040a0c070808');
        INSERT INTO search_data VALUES(549755813889,X'0000034402303104080102060a02023030040601021f020335303004060102190201380406\#
        01020d01103930303731393932353437343039393204060102100103616e64040601020a0103626967040601020f020b6f68726d61736368696e6504\#
        0601010201076368617267656404060102150207757272656e6379040601021c0104646174650406010218020665706f736974040601021a01066665\#
        7272756d04060102030105677265656e040601020b01046c656e64040601020804017404060102110203696e6504080103020401066d61726b657404\#
        060102070209696e6f72756e697473040601021e02046f6e6579040601021b01046e326e64040601021401036f6e6504060103030103726564040601\#
        0209010773657276696365040601021702016e040601020501057468696e6704020202016f040601021203036f6c7304060102020203727565040601\#
        02160202776f04060103050103757364040601021d0107766f6c74616765040601020c01027832040601020401037a6f65040601021300023131040e\#
        01020609030d080101390406010210010161040601020a010162040c01010201020f0101630408010215090101640408010218040101660406010203\#
        010167040601020b01016c04100102080b0103020401016d040a010207160501016e040601021401016f040601030301017204060102090101730408\#
        010205140101740412020102021206010305010175040601021d010176040601020c010178040601020401017a04060102130003323130040601021f\#
        0201350406010219020138040601020d0102393004060102100102616e040601020a01026269040601020f02016f0406010102010263680406010215\#
        020175040601021c010264610406010218020165040601021a01026665040601020301026772040601020b01026c6504080102080b02016904080103\#
        020401026d610406010207020169040601021e02016f040601021b01026e32040601021401026f6e0406010303010272650406010209010273650406\#
        01021702016e04060102050102746804020202016f0408010202120201720406010216020177040601030501027573040601021d0102766f04060102\#
        0c01027832040601020401027a6f04060102130409090a08170a0a120e0e0b0d0d0c0b080b0d100b0b0a0a0e080a080a0a090a0e090a0d08080b0909\#
        08080d0a080808090e080808080a0808090909080908090809090a09090808090909090807090808090909');
        INSERT INTO search_data VALUES(687194767361,X'000000570630616c74657305060101020105726164696f050601010301057468696e670502\#
        020002316105060101020101720506010103010174050202000332616c050601010201027261050601010301027468050202040c0c0a0908060a09');
        INSERT INTO search_data VALUES(824633720833,X'000000420630616c74657305010105726164696f050101057468696e670501000231610501\#
        01017205010101740501000332616c0501010272610501010274680501040909090605050706');
        INSERT INTO search_data VALUES(962072674305,X'000000d00730626f68726572050c01010201020601066669656c6473050601020401046e61\#
        6d65050601020501097265636f7264696e67050202010573686f747305060102070204746570730506010202010577686f6c65050601020300023162\#
        050c010102010206010166050601020401016e05060102050101720502020101730508010202070101770506010203000332626f050c010102010206\#
        01026669050601020401026e61050601020501027265050202010273680506010207020174050601020201027768050601020304100d0b0e0c0b0c0c\#
        08080609080d0909070908');
        INSERT INTO search_data VALUES(1099511627777,X'00000055063068656c6c6f060601020201036a7067060601020301056d656469610602020\#
        0023168060601020201016a060601020301016d0602020003326865060601020201026a70060601020301026d65060202040c0a0a0908060a09');
        INSERT INTO search_data VALUES(1236950581249,X'0000003a053068696572070601010201066d656d6f7279070202000231680706010102010\#
        16d0702020003326869070601010201026d65070202040b0b09060a');
        CREATE TABLE IF NOT EXISTS 'search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
        INSERT INTO search_idx VALUES(1,X'',2);
        INSERT INTO search_idx VALUES(2,X'',2);
        INSERT INTO search_idx VALUES(3,X'',2);
        INSERT INTO search_idx VALUES(4,X'',2);
        INSERT INTO search_idx VALUES(5,X'',2);
        INSERT INTO search_idx VALUES(6,X'',2);
        INSERT INTO search_idx VALUES(7,X'',2);
        INSERT INTO search_idx VALUES(8,X'',2);
        INSERT INTO search_idx VALUES(9,X'',2);
        CREATE TABLE IF NOT EXISTS 'search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
        INSERT INTO search_docsize VALUES(1,X'01010000');
        INSERT INTO search_docsize VALUES(2,X'01010000');
        INSERT INTO search_docsize VALUES(3,X'01010000');
        INSERT INTO search_docsize VALUES(4,X'01011e04');
        INSERT INTO search_docsize VALUES(5,X'01010600');
        INSERT INTO search_docsize VALUES(6,X'01000200');
        INSERT INTO search_docsize VALUES(7,X'01010000');
        CREATE TABLE IF NOT EXISTS 'search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
        INSERT INTO search_config VALUES('version',4);
        CREATE TABLE thing_list (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL COLLATE NOCASE,
            category TEXT COLLATE NOCASE,
            brand TEXT COLLATE NOCASE,
            value INTEGER,
            currency TEXT,
            purchased INTEGER,
            warranty_until INTEGER,
            account TEXT,
            space TEXT,
            place TEXT,
            modified INTEGER NOT NULL
        ) STRICT;
        INSERT INTO thing_list VALUES(4,'3MQqmj0uGhg3hBewFRf75dKuUQa','Bohrmaschine','Tools','Ferrum',12999,'EUR',1700000000123,\#
        1800000000000,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmXalfUjlqA1OBCiQDaKceOg',1795293299197);
        CREATE TABLE thing_tags (
            tag TEXT NOT NULL COLLATE NOCASE,
            number INTEGER NOT NULL,
            PRIMARY KEY (tag, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO thing_tags VALUES('lend',4);
        INSERT INTO thing_tags VALUES('red "and" green',4);
        CREATE TABLE sync_state (
            n INTEGER NOT NULL PRIMARY KEY CHECK (n = 1),
            site INTEGER NOT NULL,
            clock INTEGER NOT NULL DEFAULT 0,
            clock_offset INTEGER NOT NULL DEFAULT 0,
            exported INTEGER NOT NULL DEFAULT 0,
            applying INTEGER NOT NULL DEFAULT 0,
            copied INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO sync_state VALUES(1,1,117656341795766272,0,0,0,0);
        CREATE TABLE sync_sites (n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        INSERT INTO sync_sites VALUES(1,'3MQqhuDmyoacRq0rvVQQihUw2wF');
        CREATE TABLE sync_tables (n INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, known INTEGER NOT NULL) STRICT;
        INSERT INTO sync_tables VALUES(1,'accounts',1);
        INSERT INTO sync_tables VALUES(2,'spaces',1);
        INSERT INTO sync_tables VALUES(3,'captures',1);
        INSERT INTO sync_tables VALUES(4,'space_assets',1);
        INSERT INTO sync_tables VALUES(5,'places',1);
        INSERT INTO sync_tables VALUES(6,'things',1);
        INSERT INTO sync_tables VALUES(7,'recordings',1);
        INSERT INTO sync_tables VALUES(8,'media',1);
        INSERT INTO sync_tables VALUES(9,'memories',1);
        INSERT INTO sync_tables VALUES(10,'shares',1);
        INSERT INTO sync_tables VALUES(11,'requests',1);
        INSERT INTO sync_tables VALUES(12,'workflows',1);
        INSERT INTO sync_tables VALUES(13,'consents',1);
        INSERT INTO sync_tables VALUES(14,'settings',1);
        CREATE TABLE sync_columns (
            n INTEGER NOT NULL PRIMARY KEY,
            tbl INTEGER NOT NULL,
            name TEXT NOT NULL,
            type TEXT NOT NULL,
            dflt TEXT,
            known INTEGER NOT NULL,
            UNIQUE (tbl, name)
        ) STRICT;
        INSERT INTO sync_columns VALUES(1,1,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(2,1,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(3,1,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(4,1,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(5,1,'email','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(6,1,'tier','TEXT','''free''',1);
        INSERT INTO sync_columns VALUES(7,2,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(8,2,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(9,2,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(10,2,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(11,2,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(12,2,'area','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(13,2,'triangle_count','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(14,2,'point_count','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(15,2,'min_x','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(16,2,'min_y','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(17,2,'min_z','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(18,2,'max_x','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(19,2,'max_y','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(20,2,'max_z','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(21,2,'report','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(22,3,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(23,3,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(24,3,'space','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(25,3,'kind','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(26,3,'frame_count','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(27,3,'skipped_frames','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(28,3,'seconds','REAL','0',1);
        INSERT INTO sync_columns VALUES(29,3,'notes','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(30,4,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(31,4,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(32,4,'space','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(33,4,'position','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(34,4,'hash','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(35,4,'byte_count','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(36,4,'kind','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(37,4,'content_type','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(38,4,'file_name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(39,4,'level','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(40,4,'triangle_count','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(41,5,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(42,5,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(43,5,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(44,5,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(45,5,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(46,5,'parent','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(47,5,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(48,5,'notes','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(49,6,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(50,6,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(51,6,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(52,6,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(53,6,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(54,6,'category','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(55,6,'brand','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(56,6,'model','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(57,6,'serial','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(58,6,'quantity','INTEGER','1',1);
        INSERT INTO sync_columns VALUES(59,6,'condition','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(60,6,'value','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(61,6,'currency','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(62,6,'purchased','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(63,6,'price','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(64,6,'price_currency','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(65,6,'seller','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(66,6,'warranty_until','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(67,6,'warranty_notes','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(68,6,'tags','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(69,6,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(70,6,'place','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(71,6,'x','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(72,6,'y','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(73,6,'z','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(74,6,'fields','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(75,6,'notes','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(76,7,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(77,7,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(78,7,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(79,7,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(80,7,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(81,7,'thing','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(82,7,'workflow','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(83,7,'request','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(84,7,'title','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(85,7,'notes','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(86,7,'is_private','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(87,7,'started','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(88,7,'ended','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(89,7,'answers','TEXT','''{}''',1);
        INSERT INTO sync_columns VALUES(90,8,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(91,8,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(92,8,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(93,8,'recording','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(94,8,'thing','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(95,8,'memory','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(96,8,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(97,8,'position','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(98,8,'kind','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(99,8,'hash','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(100,8,'byte_count','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(101,8,'content_type','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(102,8,'file_name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(103,8,'width','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(104,8,'height','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(105,8,'duration','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(106,8,'taken','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(107,8,'latitude','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(108,8,'longitude','REAL',NULL,1);
        INSERT INTO sync_columns VALUES(109,8,'caption','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(110,9,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(111,9,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(112,9,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(113,9,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(114,9,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(115,9,'anchor','TEXT','''{}''',1);
        INSERT INTO sync_columns VALUES(116,9,'viewpoint','BLOB',NULL,1);
        INSERT INTO sync_columns VALUES(117,9,'title','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(118,9,'text','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(119,9,'mood','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(120,9,'privacy','TEXT','''private''',1);
        INSERT INTO sync_columns VALUES(121,10,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(122,10,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(123,10,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(124,10,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(125,10,'peer','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(126,10,'peer_name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(127,10,'is_incoming','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(128,10,'title','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(129,10,'message','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(130,10,'items','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(131,10,'permission','TEXT','''read''',1);
        INSERT INTO sync_columns VALUES(132,10,'state','TEXT','''offered''',1);
        INSERT INTO sync_columns VALUES(133,10,'expires','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(134,10,'answered','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(135,10,'details','TEXT','''{}''',1);
        INSERT INTO sync_columns VALUES(136,11,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(137,11,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(138,11,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(139,11,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(140,11,'peer','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(141,11,'peer_name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(142,11,'is_incoming','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(143,11,'title','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(144,11,'message','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(145,11,'steps','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(146,11,'space','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(147,11,'thing','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(148,11,'recording','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(149,11,'state','TEXT','''open''',1);
        INSERT INTO sync_columns VALUES(150,11,'due','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(151,11,'answered','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(152,11,'details','TEXT','''{}''',1);
        INSERT INTO sync_columns VALUES(153,12,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(154,12,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(155,12,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(156,12,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(157,12,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(158,12,'about','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(159,12,'steps','TEXT','''[]''',1);
        INSERT INTO sync_columns VALUES(160,13,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(161,13,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(162,13,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(163,13,'account','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(164,13,'recording','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(165,13,'words','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(166,13,'language','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(167,13,'given','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(168,13,'withdrawn','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(169,14,'created','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(170,14,'modified','INTEGER','0',1);
        INSERT INTO sync_columns VALUES(171,14,'trashed','INTEGER',NULL,1);
        INSERT INTO sync_columns VALUES(172,14,'account','TEXT',NULL,1);
        INSERT INTO sync_columns VALUES(173,14,'name','TEXT','''''',1);
        INSERT INTO sync_columns VALUES(174,14,'value','TEXT',NULL,1);
        CREATE TABLE sync_shapes (
            n INTEGER NOT NULL PRIMARY KEY, tbl INTEGER NOT NULL, columns TEXT NOT NULL, UNIQUE (tbl, columns)
        ) STRICT;
        INSERT INTO sync_shapes VALUES(1,1,'1 2 3 4 5 6');
        INSERT INTO sync_shapes VALUES(2,2,'7 8 9 10 11 12 13 14 15 16 17 18 19 20 21');
        INSERT INTO sync_shapes VALUES(3,3,'22 23 24 25 26 27 28 29');
        INSERT INTO sync_shapes VALUES(4,4,'30 31 32 33 34 35 36 37 38 39 40');
        INSERT INTO sync_shapes VALUES(5,5,'41 42 43 44 45 46 47 48');
        INSERT INTO sync_shapes VALUES(6,6,'49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75');
        INSERT INTO sync_shapes VALUES(7,7,'76 77 78 79 80 81 82 83 84 85 86 87 88 89');
        INSERT INTO sync_shapes VALUES(8,8,'90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109');
        INSERT INTO sync_shapes VALUES(9,9,'110 111 112 113 114 115 116 117 118 119 120');
        INSERT INTO sync_shapes VALUES(10,10,'121 122 123 124 125 126 127 128 129 130 131 132 133 134 135');
        INSERT INTO sync_shapes VALUES(11,11,'136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152');
        INSERT INTO sync_shapes VALUES(12,12,'153 154 155 156 157 158 159');
        INSERT INTO sync_shapes VALUES(13,13,'160 161 162 163 164 165 166 167 168');
        INSERT INTO sync_shapes VALUES(14,14,'169 170 171 172 173 174');
        CREATE TABLE sync_rows (
            n INTEGER NOT NULL PRIMARY KEY,
            tbl INTEGER NOT NULL,
            id TEXT NOT NULL,
            life INTEGER NOT NULL,
            clock INTEGER NOT NULL,
            site INTEGER NOT NULL,
            shape INTEGER NOT NULL,
            UNIQUE (tbl, id)
        ) STRICT;
        INSERT INTO sync_rows VALUES(1,2,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1,117656339192217601,1,2);
        INSERT INTO sync_rows VALUES(2,3,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc4',1,117656339192676353,1,3);
        INSERT INTO sync_rows VALUES(3,4,'2yVNHQKrjtqlAVMddyQqJQdwtMI',1,117656339193004033,1,4);
        INSERT INTO sync_rows VALUES(4,1,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',1,117656341290418176,1,1);
        INSERT INTO sync_rows VALUES(5,5,'3MQqmVNPDNUbKyDEvN7TgMLAOod',1,117656341544108032,1,5);
        INSERT INTO sync_rows VALUES(6,5,'3MQqmXalfUjlqA1OBCiQDaKceOg',1,117656341604335616,1,5);
        INSERT INTO sync_rows VALUES(7,6,'3MQqmj0uGhg3hBewFRf75dKuUQa',1,117656341656829952,1,6);
        INSERT INTO sync_rows VALUES(8,6,'3MQqmj0uGhraRt2VUNTuy4Yugls',1,117656341668167680,1,6);
        INSERT INTO sync_rows VALUES(9,7,'3MQqmrOIz4lbI2QbThFThaYL8xD',1,117656341713780736,1,7);
        INSERT INTO sync_rows VALUES(10,8,'3MQqmrOIz4tgU9qsbia8wgGL6Zd',1,117656341721120768,1,8);
        INSERT INTO sync_rows VALUES(11,9,'3MQqmrOIz4zrstfBiUbj86nmKEk',1,117656341726167040,1,9);
        INSERT INTO sync_rows VALUES(12,10,'3MQqmrOIz5B8HAfHxqzLjq2GSap',1,117656341736849408,1,10);
        INSERT INTO sync_rows VALUES(13,11,'3MQqmrOIz5IG9swHj4oMngmOHhc',1,117656341755068416,1,11);
        INSERT INTO sync_rows VALUES(14,12,'3MQqmxVyWhrNuCfW1cjnOkb82qS',1,117656341783576576,1,12);
        INSERT INTO sync_rows VALUES(15,13,'3MQqmxVyWhwgukhpJOvOSquHJtZ',1,117656341789016064,1,13);
        INSERT INTO sync_rows VALUES(16,13,'3MQqmxVyWhzQ0tOudcNbGize5NN',1,117656341793800192,1,13);
        INSERT INTO sync_rows VALUES(17,14,'00000481tJmL4tby6ncbRT0Kucu',1,117656341795766272,1,14);
        CREATE TABLE sync_cells (
            row INTEGER NOT NULL,
            col INTEGER NOT NULL,
            clock INTEGER NOT NULL,
            site INTEGER NOT NULL,
            was INTEGER NOT NULL,
            held INTEGER NOT NULL,
            value ANY,
            PRIMARY KEY (row, col)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO sync_cells VALUES(8,50,117656341698052096,1,117656341668167680,0,NULL);
        INSERT INTO sync_cells VALUES(8,51,117656341698052097,1,117656341668167680,0,NULL);
        CREATE TABLE sync_conflicts (
            n INTEGER NOT NULL PRIMARY KEY,
            noticed INTEGER NOT NULL,
            tbl INTEGER NOT NULL,
            id TEXT NOT NULL,
            col INTEGER NOT NULL,
            won_clock INTEGER NOT NULL,
            won_site INTEGER NOT NULL,
            won ANY,
            lost_clock INTEGER NOT NULL,
            lost_site INTEGER NOT NULL,
            lost ANY,
            undone INTEGER NOT NULL DEFAULT 0,
            UNIQUE (tbl, id, col, won_clock, lost_clock)
        ) STRICT;
        CREATE INDEX captures_by_space ON captures (space);
        CREATE INDEX space_assets_by_space ON space_assets (space, position);
        CREATE INDEX space_assets_by_hash ON space_assets (hash);
        CREATE INDEX spaces_in_trash ON spaces (trashed) WHERE trashed IS NOT NULL;
        CREATE INDEX jobs_by_state ON jobs (state, modified);
        CREATE INDEX jobs_by_space ON jobs (space);
        CREATE TRIGGER spaces_leave_jobs AFTER DELETE ON spaces BEGIN
            UPDATE jobs SET space = NULL WHERE space = old.id;
        END;
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
        CREATE TRIGGER search_document_added AFTER INSERT ON search_documents BEGIN
            INSERT INTO search (rowid, kind, title, keywords, text)
            VALUES (new.number, new.kind, new.title, new.keywords, new.text);
        END;
        CREATE TRIGGER search_document_changed AFTER UPDATE ON search_documents
        WHEN (old.title, old.keywords, old.text) IS NOT (new.title, new.keywords, new.text) BEGIN
            INSERT INTO search (search, rowid, kind, title, keywords, text)
            VALUES ('delete', old.number, old.kind, old.title, old.keywords, old.text);
            INSERT INTO search (rowid, kind, title, keywords, text)
            VALUES (new.number, new.kind, new.title, new.keywords, new.text);
        END;
        CREATE INDEX thing_tags_by_number ON thing_tags (number);
        CREATE INDEX thing_list_by_name ON thing_list (name, id);
        CREATE INDEX thing_list_by_value ON thing_list (value, id);
        CREATE INDEX thing_list_by_purchased ON thing_list (purchased, id);
        CREATE INDEX thing_list_by_warranty ON thing_list (warranty_until, id);
        CREATE INDEX thing_list_by_modified ON thing_list (modified, id);
        CREATE INDEX thing_list_by_category ON thing_list (category);
        CREATE INDEX thing_list_by_brand ON thing_list (brand);
        CREATE INDEX thing_list_by_space ON thing_list (space);
        CREATE INDEX thing_list_by_place ON thing_list (place);
        CREATE TRIGGER spaces_search_added AFTER INSERT ON spaces BEGIN INSERT INTO search_documents (id, kind, title, keywords, \#
        text) SELECT new.id, 'space', new.name, '', '' WHERE new.trashed IS NULL; END;
        CREATE TRIGGER spaces_search_removed AFTER DELETE ON spaces BEGIN DELETE FROM search_documents WHERE id = old.id AND \#
        kind = 'space'; END;
        CREATE TRIGGER spaces_search_trashed AFTER UPDATE OF trashed ON spaces
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'space';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'space', new.name, '', '' WHERE \#
        new.trashed IS NULL;
        END;
        CREATE TRIGGER spaces_search_changed AFTER UPDATE OF name
        ON spaces WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.name, '', '') WHERE id = new.id AND kind = 'space';
        END;
        CREATE TRIGGER places_search_added AFTER INSERT ON places BEGIN INSERT INTO search_documents (id, kind, title, keywords, \#
        text) SELECT new.id, 'place', new.name, '', new.notes WHERE new.trashed IS NULL; END;
        CREATE TRIGGER places_search_removed AFTER DELETE ON places BEGIN DELETE FROM search_documents WHERE id = old.id AND \#
        kind = 'place'; END;
        CREATE TRIGGER places_search_trashed AFTER UPDATE OF trashed ON places
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'place';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'place', new.name, '', new.notes WHERE \#
        new.trashed IS NULL;
        END;
        CREATE TRIGGER places_search_changed AFTER UPDATE OF name, notes
        ON places WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.name, '', new.notes) WHERE id = new.id AND kind = 'place';
        END;
        CREATE TRIGGER things_search_added AFTER INSERT ON things BEGIN INSERT INTO search_documents (id, kind, title, keywords, \#
        text) SELECT new.id, 'thing', new.name, ifnull(new.category, '') || char(10) || ifnull(new.brand, '') || char(10) || \#
        ifnull(new.model, '') || char(10) || ifnull(new.serial, '') || char(10) || ifnull(new.seller, '') || char(10) || \#
        ifnull(new.tags, '') || char(10) || ifnull(new.fields, ''), new.notes WHERE new.trashed IS NULL; END;
        CREATE TRIGGER things_search_removed AFTER DELETE ON things BEGIN DELETE FROM search_documents WHERE id = old.id AND \#
        kind = 'thing'; END;
        CREATE TRIGGER things_search_trashed AFTER UPDATE OF trashed ON things
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'thing';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'thing', new.name, \#
        ifnull(new.category, '') || char(10) || ifnull(new.brand, '') || char(10) || ifnull(new.model, '') || char(10) || \#
        ifnull(new.serial, '') || char(10) || ifnull(new.seller, '') || char(10) || ifnull(new.tags, '') || char(10) || \#
        ifnull(new.fields, ''), new.notes WHERE new.trashed IS NULL;
        END;
        CREATE TRIGGER things_search_changed AFTER UPDATE OF name, category, brand, model, serial, seller, tags, fields, notes
        ON things WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.name, ifnull(new.category, '') || char(10) || \#
        ifnull(new.brand, '') || char(10) || ifnull(new.model, '') || char(10) || ifnull(new.serial, '') || char(10) || \#
        ifnull(new.seller, '') || char(10) || ifnull(new.tags, '') || char(10) || ifnull(new.fields, ''), new.notes) WHERE id = \#
        new.id AND kind = 'thing';
        END;
        CREATE TRIGGER recordings_search_added AFTER INSERT ON recordings BEGIN INSERT INTO search_documents (id, kind, title, \#
        keywords, text) SELECT new.id, 'recording', new.title, ifnull(new.answers, ''), new.notes WHERE new.trashed IS NULL; END;
        CREATE TRIGGER recordings_search_removed AFTER DELETE ON recordings BEGIN DELETE FROM search_documents WHERE id = old.id \#
        AND kind = 'recording'; END;
        CREATE TRIGGER recordings_search_trashed AFTER UPDATE OF trashed ON recordings
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'recording';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'recording', new.title, \#
        ifnull(new.answers, ''), new.notes WHERE new.trashed IS NULL;
        END;
        CREATE TRIGGER recordings_search_changed AFTER UPDATE OF title, answers, notes
        ON recordings WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.title, ifnull(new.answers, ''), new.notes) WHERE id = \#
        new.id AND kind = 'recording';
        END;
        CREATE TRIGGER media_search_added AFTER INSERT ON media BEGIN INSERT INTO search_documents (id, kind, title, keywords, \#
        text) SELECT new.id, 'media', new.caption, ifnull(new.file_name, ''), '' WHERE new.trashed IS NULL; END;
        CREATE TRIGGER media_search_removed AFTER DELETE ON media BEGIN DELETE FROM search_documents WHERE id = old.id AND kind \#
        = 'media'; END;
        CREATE TRIGGER media_search_trashed AFTER UPDATE OF trashed ON media
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'media';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'media', new.caption, \#
        ifnull(new.file_name, ''), '' WHERE new.trashed IS NULL;
        END;
        CREATE TRIGGER media_search_changed AFTER UPDATE OF caption, file_name
        ON media WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.caption, ifnull(new.file_name, ''), '') WHERE id = new.id \#
        AND kind = 'media';
        END;
        CREATE TRIGGER memories_search_added AFTER INSERT ON memories BEGIN INSERT INTO search_documents (id, kind, title, \#
        keywords, text) SELECT new.id, 'memory', new.title, ifnull(new.mood, ''), new.text WHERE new.trashed IS NULL; END;
        CREATE TRIGGER memories_search_removed AFTER DELETE ON memories BEGIN DELETE FROM search_documents WHERE id = old.id AND \#
        kind = 'memory'; END;
        CREATE TRIGGER memories_search_trashed AFTER UPDATE OF trashed ON memories
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            DELETE FROM search_documents WHERE id = old.id AND kind = 'memory';
            INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'memory', new.title, ifnull(new.mood, \#
        ''), new.text WHERE new.trashed IS NULL;
        END;
        CREATE TRIGGER memories_search_changed AFTER UPDATE OF title, mood, text
        ON memories WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE search_documents SET (title, keywords, text) = (new.title, ifnull(new.mood, ''), new.text) WHERE id = new.id \#
        AND kind = 'memory';
        END;
        CREATE TRIGGER thing_list_added AFTER INSERT ON search_documents WHEN new.kind = 'thing' BEGIN
            INSERT INTO thing_list SELECT new.number, id, name, category, brand, value, currency, purchased, warranty_until, \#
        account, space, place, modified FROM things WHERE id = new.id;
            INSERT OR IGNORE INTO thing_tags SELECT j.value, new.number FROM things, json_each(CASE WHEN json_valid(things.tags) \#
        THEN things.tags ELSE '[]' END) j WHERE things.id = new.id AND j.type = 'text';
        END;
        CREATE TRIGGER thing_list_changed AFTER UPDATE OF name, category, brand, value, currency, purchased, warranty_until, \#
        account, space, place, modified ON things
        WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
            UPDATE thing_list SET (name, category, brand, value, currency, purchased, warranty_until, account, space, place, \#
        modified) =
                (new.name, new.category, new.brand, new.value, new.currency, new.purchased, new.warranty_until, new.account, \#
        new.space,
                new.place, new.modified)
            WHERE id = new.id;
        END;
        CREATE TRIGGER thing_tags_changed AFTER UPDATE OF tags ON things
        WHEN old.trashed IS NULL AND new.trashed IS NULL AND old.tags IS NOT new.tags BEGIN
            DELETE FROM thing_tags WHERE number = (SELECT number FROM thing_list WHERE id = new.id);
            INSERT OR IGNORE INTO thing_tags SELECT j.value, l.number FROM things, thing_list l, json_each(CASE WHEN \#
        json_valid(things.tags) THEN things.tags ELSE '[]' END) j
                WHERE things.id = new.id AND l.id = new.id AND j.type = 'text';
        END;
        CREATE TRIGGER search_document_removed AFTER DELETE ON search_documents BEGIN
            INSERT INTO search (search, rowid, kind, title, keywords, text)
            VALUES ('delete', old.number, old.kind, old.title, old.keywords, old.text);
        END;
        CREATE TRIGGER thing_list_removed AFTER DELETE ON search_documents WHEN old.kind = 'thing' BEGIN
            DELETE FROM thing_list WHERE number = old.number;
            DELETE FROM thing_tags WHERE number = old.number;
        END;
        CREATE INDEX sync_rows_by_clock ON sync_rows (site, clock);
        CREATE INDEX sync_cells_by_clock ON sync_cells (site, clock);
        CREATE INDEX sync_cells_held ON sync_cells (col) WHERE held;
        PRAGMA writable_schema=OFF;
        COMMIT;
        """#
}
