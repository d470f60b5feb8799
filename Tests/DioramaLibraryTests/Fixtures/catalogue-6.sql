PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1');
INSERT INTO grdb_migrations VALUES('2');
INSERT INTO grdb_migrations VALUES('3');
INSERT INTO grdb_migrations VALUES('4');
INSERT INTO grdb_migrations VALUES('5');
INSERT INTO grdb_migrations VALUES('6');
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
INSERT INTO spaces VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1750000000123,1750000001000,NULL,NULL,'Küche',9.5,12,0,-1.0,-0.5,-2.0,1.0,2.5,3.0,'{"coverage":0.5}');
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
INSERT INTO captures VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc4',1750000000123,1750000000123,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','TUM',30,1,2.5,'["dark"]');
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
INSERT INTO space_assets VALUES('2yVNHQKrjtqlAVMddyQqJQdwtMI',1750000000123,1750000000123,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',0,'2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',5,'mesh','model/gltf-binary','küche.glb',NULL,12);
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
INSERT INTO jobs VALUES('2yVNHQYV6Vn4Z8rJYzUCyAZfJc5','import','küche.tar','done',1.0,'Saving',NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1750000000000,1750000001000);
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
INSERT INTO places VALUES('3MQqmVNPDNUbKyDEvN7TgMLAOod',1795293297479,1795293297479,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',NULL,'Keller','');
INSERT INTO places VALUES('3MQqmXalfUjlqA1OBCiQDaKceOg',1795293298406,1795293298406,NULL,NULL,NULL,'3MQqmVNPDNUbKyDEvN7TgMLAOod','Regal','');
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
INSERT INTO things VALUES('3MQqmj0uGhg3hBewFRf75dKuUQa',1795293299197,1795293299197,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','Bohrmaschine','Tools','Ferrum','X2','SN-1',2,'used',12999,'EUR',1700000000123,9223372036854775807,'JPY','Market',1800000000000,'Keep the box','["lend","red \"and\" green"]','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmXalfUjlqA1OBCiQDaKceOg',0.10000000149011611938,-2.5,1.4012984643248170709e-45,'[["Voltage",18.1],["Big",9007199254740992],["Lent to","Zoë\n2nd"],["Charged",true],["Service",{"date":1500}],["Deposit",{"money":{"currency":"USD","minorUnits":100}}]]',replace('Line one\nline two','\n',char(10)));
INSERT INTO things VALUES('3MQqmj0uGhraRt2VUNTuy4Yugls',1795293299382,1795293299838,1795293299802,NULL,'Altes Radio',NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'[]',NULL,NULL,NULL,NULL,NULL,'[]','');
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
INSERT INTO recordings VALUES('3MQqmrOIz4lbI2QbThFThaYL8xD',1795293300076,1795293300076,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmj0uGhg3hBewFRf75dKuUQa','000006sHU6ddo0vxKZkCWnUfzED',NULL,'Bohrer','',0,NULL,NULL,'{"steps":{"whole":{"fields":{"name":"Bohrer"},"shots":{}}}}');
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
, alternative TEXT NOT NULL DEFAULT '', transcript TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO media VALUES('3MQqmrOIz4tgU9qsbia8wgGL6Zd',1795293300188,1795293300188,NULL,'3MQqmrOIz4lbI2QbThFThaYL8xD',NULL,NULL,NULL,0,'photo','2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',5,'image/jpeg','hello.jpg',NULL,NULL,NULL,NULL,48.137154000000002438,11.57612400000000008,'','','');
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
, kind TEXT NOT NULL DEFAULT 'text', tags TEXT NOT NULL DEFAULT '[]', audience TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj86nmKEk',1795293300266,1795293300266,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{}',X'00ff01','Hier','',NULL,'private','text','[]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87oaq5V',1795293300266,1795293300266,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[4.7,-8.991869132,8.37932],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "0" / ü\','text 0','calm','public','drawing','["stove", "Stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87ZipkG',1795293300267,1795293300267,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[2.9,6.19708,8.82425],"screen":null,"state":"held"}',NULL,'Title "1" / ü\','text 1','sorrow','private','text','["Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87bvCqf',1795293300268,1795293300268,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[7.428165082,7.789,0.3],"screen":null,"state":"held"}',NULL,'Title "2" / ü\','text 2','calm','link','drawing','["Stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87C7cgH',1795293300269,1795293300269,1795293300999,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[0.03125,1.00005,-5e-05],"screen":null,"state":"held"}',NULL,'Title "3" / ü\','text 3','joy','anonymous','drawing','["Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87vgddJ',1795293300270,1795293300270,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[0,-1e-05,12345.67891],"screen":null,"state":"held"}',NULL,'Title "4" / ü\','text 4','glad','shared','video','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87o4XRU',1795293300271,1795293300271,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[-3.537688488,7.933,4.43729],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "5" / ü\','text 5','sorrow','link','audio','["Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87CGWSL',1795293300272,1795293300272,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[7.69675,8.66810217,2.01919],"screen":null,"state":"held"}',NULL,'Title "6" / ü\','text 6','sorrow','shared','audio','[]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87NgAwx',1795293300273,1795293300273,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{}',NULL,'Title "7" / ü\','text 7','wonder','anonymous','drawing','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj870dSz3',1795293300274,1795293300274,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"point":[1',NULL,'Title "8" / ü\','text 8','courage','shared','drawing','["stove"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj873wC9y',1795293300275,1795293300275,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-4.2,-1.40199108,-7.635],"screen":null,"state":"held"}',NULL,'Title "9" / ü\','text 9','wonder','private','text','["stove", "Stove", "window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87j62fU',1795293300276,1795293300276,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-0.7,2.326,2.1],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "10" / ü\','text 10','glad','private','photo','["stove", "window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87qyCwx',1795293300277,1795293300277,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[-1.064040433,-0.95258,-0.4],"screen":null,"state":"held"}',NULL,'Title "11" / ü\','text 11','calm','link','audio','["Stove", "window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87HHzUR',1795293300278,1795293300278,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-1.00381,-8.4,-4.508],"screen":null,"state":"held"}',NULL,'Title "12" / ü\','text 12','longing','shared','audio','["Stove", "window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87u4Akh',1795293300279,1795293300279,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-6.947,-0.64708135,2.509],"screen":null,"state":"held"}',NULL,'Title "13" / ü\','text 13','wonder','anonymous','photo','["stove", "window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87WasOo',1795293300280,1795293300280,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[-4.985,3.52,-1.456],"screen":null,"state":"held"}',NULL,'Title "14" / ü\','text 14','longing','anonymous','video','["Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87XS0Ps',1795293300281,1795293300281,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[8.955,3.8947,-4.106],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "15" / ü\','text 15','joy','private','video','["Stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87m37fj',1795293300282,1795293300282,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[0.72497,1.7,0.769606263],"screen":null,"state":"held"}',NULL,'Title "16" / ü\','text 16','calm','link','text','["stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87AvgS7',1795293300283,1795293300283,1795293300999,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[8.245,-8.1,4.502038592],"screen":null,"state":"held"}',NULL,'Title "17" / ü\','text 17','sorrow','link','text','["Stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87GXokl',1795293300284,1795293300284,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[8.52886,5.0,1.5],"screen":null,"state":"held"}',NULL,'Changed','text 18','joy','shared','text','["stove", "window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87M810L',1795293300285,1795293300285,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-7.8,-0.65466,-7.42462],"screen":null,"state":"held"}',NULL,'Title "19" / ü\','text 19',NULL,'link','drawing','["stove", "Stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87erUxH',1795293300286,1795293300286,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[-4.44306,6.985,4.6],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "20" / ü\','text 20','calm','public','drawing','[]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87PUVtt',1795293300287,1795293300287,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[0.554328485,-5.12300033,-6.221697927],"screen":null,"state":"held"}',NULL,'Title "21" / ü\','text 21','sorrow','anonymous','drawing','["window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87shNE0',1795293300288,1795293300288,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[5.041,-7.514,7.7],"screen":null,"state":"held"}',NULL,'Title "22" / ü\','text 22','joy','link','drawing','["stove"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87nzVwN',1795293300289,1795293300289,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[6.8935,6.150634071,6.6],"screen":null,"state":"held"}',NULL,'Title "23" / ü\','text 23','calm','private','text','["stove", "Stove"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87rgm7D',1795293300290,1795293300290,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-2.681,8.524,-5.848],"screen":null,"state":"held"}',NULL,'Title "24" / ü\','text 24','wonder','shared','photo','["stove", "Stove"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87aNk9L',1795293300291,1795293300291,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[2.3,-4.1,-7.9],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "25" / ü\','text 25',NULL,'link','audio','["window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj876lrsN',1795293300292,1795293300292,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[-6.445,-2.33313337,4.4],"screen":null,"state":"held"}',NULL,'Title "26" / ü\','text 26','joy','public','drawing','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87UG4U7',1795293300293,1795293300293,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-1.814,5.301,-1.11753],"screen":null,"state":"held"}',NULL,'Title "27" / ü\','text 27','glad','link','text','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87WlFgd',1795293300294,1795293300294,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[8.480440692,1.02465,-5.9],"screen":null,"state":"held"}',NULL,'Title "28" / ü\','text 28','joy','anonymous','audio','["stove", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87iuNDj',1795293300295,1795293300295,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[4.1,-7.37812,1.38691],"screen":null,"state":"held"}',NULL,'Title "29" / ü\','text 29','calm','private','video','["stove", "window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj873bvdD',1795293300296,1795293300296,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[1.96126,-5.1,-0.31593],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "30" / ü\','text 30','calm','link','video','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87vfAyH',1795293300297,1795293300297,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-7.90152,5.7,-7.6],"screen":null,"state":"held"}',NULL,'Title "31" / ü\','text 31','joy','private','audio','["stove", "window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87jJMOP',1795293300298,1795293300298,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[1.7,4.33372,5.431381188],"screen":null,"state":"held"}',NULL,'Title "32" / ü\','text 32',NULL,'public','photo','["window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87oIfft',1795293300299,1795293300299,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[4.4,-7.068,1.1],"screen":null,"state":"held"}',NULL,'Title "33" / ü\','text 33','wonder','public','text','["stove", "window", "Küche"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87s1oDc',1795293300300,1795293300300,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.0,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-3.108942985,7.176985908,2.015686723],"screen":null,"state":"held"}',NULL,'Title "34" / ü\','text 34','longing','public','video','[]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87EbMTa',1795293300301,1795293300301,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.2,0,0],"point":[4.85763,1.662,1.251],"screen":{"position":[1.23456,2,3],"rotation":[0,0,0,1],"size":[1.6,0.9]},"state":"held"}',NULL,'Title "35" / ü\','text 35','joy','anonymous','audio','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87pVfGw',1795293300302,1795293300302,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'{"height":0.0,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-1.15113,-2.50857,1.5],"screen":null,"state":"held"}',NULL,'Title "36" / ü\','text 36','longing','private','video','["window"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87uaANa',1795293300303,1795293300303,NULL,NULL,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":0.5,"normal":[0,1,0],"object":null,"offset":[0.1,0,0],"point":[-1.284391923,5.4,-0.834247412],"screen":null,"state":"held"}',NULL,'Title "37" / ü\','text 37','joy','link','drawing','["stove"]','[]');
INSERT INTO memories VALUES('3MQqmrOIz4zrstfBiUbj87dMQJB',1795293300305,1795293300305,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','{"height":1.5,"normal":[0,1,0],"object":null,"offset":[0.0,0,0],"point":[-0.10982,-8.32,-8.9],"screen":null,"state":"held"}',NULL,'Title "39" / ü\','text 39','glad','public','photo','["window"]','[]');
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
INSERT INTO shares VALUES('3MQqmrOIz5B8HAfHxqzLjq2GSap',1795293300427,1795293300427,NULL,NULL,'bea','',0,'Bohrer','','[{"id":"3MQqmj0uGhg3hBewFRf75dKuUQa","table":"things"}]','read','offered',NULL,NULL,'{}');
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
INSERT INTO requests VALUES('3MQqmrOIz5IG9swHj4oMngmOHhc',1795293300694,1795293300694,NULL,NULL,'bea','',0,'Bitte','','[{"fields":[],"key":"walk","shots":[{"count":1,"key":"film","kind":"video","title":"All walls, ceiling and floor"}],"title":"Once around"},{"fields":[{"choices":["as new","used","damaged"],"isRequired":true,"key":"state","kind":"choice","title":"State"},{"choices":[],"isRequired":false,"key":"notes","kind":"text","title":"What is wrong"}],"key":"faults","shots":[{"count":0,"key":"fault","kind":"photo","title":"Each fault from near"}],"title":"Faults"},{"fields":[{"choices":[],"isRequired":false,"key":"reading","kind":"number","minimum":0,"title":"Reading"}],"key":"meters","shots":[{"count":0,"key":"meter","kind":"photo","title":"Each meter"}],"title":"Meters"}]',NULL,NULL,NULL,'open',NULL,NULL,'{}');
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
INSERT INTO workflows VALUES('3MQqmxVyWhrNuCfW1cjnOkb82qS',1795293301142,1795293301142,NULL,NULL,'Record a thing','For an inventory: what it is, what it is worth, and the proof.','[{"fields":[{"choices":[],"isRequired":true,"key":"name","kind":"text","title":"Name"},{"choices":[],"isRequired":false,"key":"category","kind":"text","title":"Category"}],"key":"whole","shots":[{"count":1,"key":"front","kind":"photo","title":"From the front"},{"count":0,"key":"back","kind":"photo","title":"From behind"}],"title":"The whole thing"},{"fields":[{"choices":[],"isRequired":false,"key":"brand","kind":"text","title":"Brand"},{"choices":[],"isRequired":false,"key":"serial","kind":"text","title":"Serial number"}],"key":"label","shots":[{"count":0,"key":"serial","kind":"photo","title":"The serial number"}],"title":"Its label"},{"fields":[{"choices":[],"isRequired":false,"key":"value","kind":"money","title":"Value"},{"choices":[],"isRequired":false,"key":"bought","kind":"date","title":"Bought on"},{"choices":[],"isRequired":false,"key":"warranty","kind":"date","title":"Warranty until"}],"key":"value","shots":[{"count":0,"key":"receipt","kind":"document","title":"The receipt"}],"title":"Its value"}]');
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
INSERT INTO consents VALUES('3MQqmxVyWhwgukhpJOvOSquHJtZ',1795293301225,1795293301225,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv',NULL,'Ja.','de',1795293301225,NULL);
INSERT INTO consents VALUES('3MQqmxVyWhzQ0tOudcNbGize5NN',1795293301297,1795293301297,NULL,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','3MQqmrOIz4lbI2QbThFThaYL8xD','Ja.','de',1795293301297,NULL);
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
INSERT INTO search_documents VALUES(4,'3MQqmj0uGhg3hBewFRf75dKuUQa','thing','Bohrmaschine',replace('Tools\012Ferrum\012X2\012SN-1\012Market\012["lend","red \"and\" green"]\012[["Voltage",18.1],["Big",9007199254740992],["Lent to","Zoë\n2nd"],["Charged",true],["Service",{"date":1500}],["Deposit",{"money":{"currency":"USD","minorUnits":100}}]]','\012',char(10)),replace('Line one\nline two','\n',char(10)));
INSERT INTO search_documents VALUES(5,'3MQqmrOIz4lbI2QbThFThaYL8xD','recording','Bohrer','{"steps":{"whole":{"fields":{"name":"Bohrer"},"shots":{}}}}','');
INSERT INTO search_documents VALUES(6,'3MQqmrOIz4tgU9qsbia8wgGL6Zd','media','',replace('hello.jpg\n','\n',char(10)),'');
INSERT INTO search_documents VALUES(7,'3MQqmrOIz4zrstfBiUbj86nmKEk','memory','Hier',replace('\n[]','\n',char(10)),'');
INSERT INTO search_documents VALUES(8,'3MQqmrOIz4zrstfBiUbj87oaq5V','memory','Title "0" / ü\',replace('calm\n["stove", "Stove", "Küche"]','\n',char(10)),'text 0');
INSERT INTO search_documents VALUES(9,'3MQqmrOIz4zrstfBiUbj87ZipkG','memory','Title "1" / ü\',replace('sorrow\n["Küche"]','\n',char(10)),'text 1');
INSERT INTO search_documents VALUES(10,'3MQqmrOIz4zrstfBiUbj87bvCqf','memory','Title "2" / ü\',replace('calm\n["Stove", "Küche"]','\n',char(10)),'text 2');
INSERT INTO search_documents VALUES(12,'3MQqmrOIz4zrstfBiUbj87vgddJ','memory','Title "4" / ü\',replace('glad\n["window"]','\n',char(10)),'text 4');
INSERT INTO search_documents VALUES(13,'3MQqmrOIz4zrstfBiUbj87o4XRU','memory','Title "5" / ü\',replace('sorrow\n["Küche"]','\n',char(10)),'text 5');
INSERT INTO search_documents VALUES(14,'3MQqmrOIz4zrstfBiUbj87CGWSL','memory','Title "6" / ü\',replace('sorrow\n[]','\n',char(10)),'text 6');
INSERT INTO search_documents VALUES(15,'3MQqmrOIz4zrstfBiUbj87NgAwx','memory','Title "7" / ü\',replace('wonder\n["window"]','\n',char(10)),'text 7');
INSERT INTO search_documents VALUES(16,'3MQqmrOIz4zrstfBiUbj870dSz3','memory','Title "8" / ü\',replace('courage\n["stove"]','\n',char(10)),'text 8');
INSERT INTO search_documents VALUES(17,'3MQqmrOIz4zrstfBiUbj873wC9y','memory','Title "9" / ü\',replace('wonder\n["stove", "Stove", "window"]','\n',char(10)),'text 9');
INSERT INTO search_documents VALUES(18,'3MQqmrOIz4zrstfBiUbj87j62fU','memory','Title "10" / ü\',replace('glad\n["stove", "window"]','\n',char(10)),'text 10');
INSERT INTO search_documents VALUES(19,'3MQqmrOIz4zrstfBiUbj87qyCwx','memory','Title "11" / ü\',replace('calm\n["Stove", "window", "Küche"]','\n',char(10)),'text 11');
INSERT INTO search_documents VALUES(20,'3MQqmrOIz4zrstfBiUbj87HHzUR','memory','Title "12" / ü\',replace('longing\n["Stove", "window", "Küche"]','\n',char(10)),'text 12');
INSERT INTO search_documents VALUES(21,'3MQqmrOIz4zrstfBiUbj87u4Akh','memory','Title "13" / ü\',replace('wonder\n["stove", "window"]','\n',char(10)),'text 13');
INSERT INTO search_documents VALUES(22,'3MQqmrOIz4zrstfBiUbj87WasOo','memory','Title "14" / ü\',replace('longing\n["Küche"]','\n',char(10)),'text 14');
INSERT INTO search_documents VALUES(23,'3MQqmrOIz4zrstfBiUbj87XS0Ps','memory','Title "15" / ü\',replace('joy\n["Stove", "Küche"]','\n',char(10)),'text 15');
INSERT INTO search_documents VALUES(24,'3MQqmrOIz4zrstfBiUbj87m37fj','memory','Title "16" / ü\',replace('calm\n["stove", "Küche"]','\n',char(10)),'text 16');
INSERT INTO search_documents VALUES(26,'3MQqmrOIz4zrstfBiUbj87GXokl','memory','Changed',replace('joy\n["stove", "window"]','\n',char(10)),'text 18');
INSERT INTO search_documents VALUES(27,'3MQqmrOIz4zrstfBiUbj87M810L','memory','Title "19" / ü\',replace('\n["stove", "Stove", "Küche"]','\n',char(10)),'text 19');
INSERT INTO search_documents VALUES(28,'3MQqmrOIz4zrstfBiUbj87erUxH','memory','Title "20" / ü\',replace('calm\n[]','\n',char(10)),'text 20');
INSERT INTO search_documents VALUES(29,'3MQqmrOIz4zrstfBiUbj87PUVtt','memory','Title "21" / ü\',replace('sorrow\n["window", "Küche"]','\n',char(10)),'text 21');
INSERT INTO search_documents VALUES(30,'3MQqmrOIz4zrstfBiUbj87shNE0','memory','Title "22" / ü\',replace('joy\n["stove"]','\n',char(10)),'text 22');
INSERT INTO search_documents VALUES(31,'3MQqmrOIz4zrstfBiUbj87nzVwN','memory','Title "23" / ü\',replace('calm\n["stove", "Stove"]','\n',char(10)),'text 23');
INSERT INTO search_documents VALUES(32,'3MQqmrOIz4zrstfBiUbj87rgm7D','memory','Title "24" / ü\',replace('wonder\n["stove", "Stove"]','\n',char(10)),'text 24');
INSERT INTO search_documents VALUES(33,'3MQqmrOIz4zrstfBiUbj87aNk9L','memory','Title "25" / ü\',replace('\n["window", "Küche"]','\n',char(10)),'text 25');
INSERT INTO search_documents VALUES(34,'3MQqmrOIz4zrstfBiUbj876lrsN','memory','Title "26" / ü\',replace('joy\n["window"]','\n',char(10)),'text 26');
INSERT INTO search_documents VALUES(35,'3MQqmrOIz4zrstfBiUbj87UG4U7','memory','Title "27" / ü\',replace('glad\n["window"]','\n',char(10)),'text 27');
INSERT INTO search_documents VALUES(36,'3MQqmrOIz4zrstfBiUbj87WlFgd','memory','Title "28" / ü\',replace('joy\n["stove", "Küche"]','\n',char(10)),'text 28');
INSERT INTO search_documents VALUES(37,'3MQqmrOIz4zrstfBiUbj87iuNDj','memory','Title "29" / ü\',replace('calm\n["stove", "window", "Küche"]','\n',char(10)),'text 29');
INSERT INTO search_documents VALUES(38,'3MQqmrOIz4zrstfBiUbj873bvdD','memory','Title "30" / ü\',replace('calm\n["window"]','\n',char(10)),'text 30');
INSERT INTO search_documents VALUES(39,'3MQqmrOIz4zrstfBiUbj87vfAyH','memory','Title "31" / ü\',replace('joy\n["stove", "window"]','\n',char(10)),'text 31');
INSERT INTO search_documents VALUES(40,'3MQqmrOIz4zrstfBiUbj87jJMOP','memory','Title "32" / ü\',replace('\n["window", "Küche"]','\n',char(10)),'text 32');
INSERT INTO search_documents VALUES(41,'3MQqmrOIz4zrstfBiUbj87oIfft','memory','Title "33" / ü\',replace('wonder\n["stove", "window", "Küche"]','\n',char(10)),'text 33');
INSERT INTO search_documents VALUES(42,'3MQqmrOIz4zrstfBiUbj87s1oDc','memory','Title "34" / ü\',replace('longing\n[]','\n',char(10)),'text 34');
INSERT INTO search_documents VALUES(43,'3MQqmrOIz4zrstfBiUbj87EbMTa','memory','Title "35" / ü\',replace('joy\n["window"]','\n',char(10)),'text 35');
INSERT INTO search_documents VALUES(44,'3MQqmrOIz4zrstfBiUbj87pVfGw','memory','Title "36" / ü\',replace('longing\n["window"]','\n',char(10)),'text 36');
INSERT INTO search_documents VALUES(45,'3MQqmrOIz4zrstfBiUbj87uaANa','memory','Title "37" / ü\',replace('joy\n["stove"]','\n',char(10)),'text 37');
INSERT INTO search_documents VALUES(47,'3MQqmrOIz4zrstfBiUbj87dMQJB','memory','Title "39" / ü\',replace('glad\n["window"]','\n',char(10)),'text 39');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','search','search',0,'CREATE VIRTUAL TABLE search USING fts5 (
    kind, title, keywords, text,
    content = ''search_documents'', content_rowid = ''number'', tokenize = ''unicode61 remove_diacritics 2'', prefix = ''1 2''
)');
CREATE TABLE IF NOT EXISTS 'search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO search_data VALUES(1,X'2c2c7381054e');
INSERT INTO search_data VALUES(10,X'0000000002043100031201010101010201010001100102');
INSERT INTO search_data VALUES(137438953473,X'000000ef033031381a0701030301076368616e6765641a0601010202066f75726167651a0101036a6f791a0601020201066d656d6f72791a0302010573746f76651a070102030104746578741a07010302020469746c651a010101751a01010677696e646f771a07010204000231311a070103030101631a0701010201016a1a0601020201016d1a03020101731a070102030101741a070103020101751a010101771a0701020400033231381a07010303010263681a0601010202016f1a0101026a6f1a0601020201026d651a0302010273741a07010203010274651a070103020201691a01010277691a0701020404090e0a0a0b0c0b08050d09080806080805080a09050907090905');
INSERT INTO search_data VALUES(274877906945,X'00000056033033382e0101066d656d6f72792e010104746578742e01020469746c652e010101752e01000231332e0101016d2e010101742e010101752e0100033233382e0101026d652e01010274652e010201692e0104060a08080506050505070606');
INSERT INTO search_data VALUES(2199023255553,X'00000f1e023030080c01010301030301013104080102060a050c010103010303020130120c010103010303030130040601021f020131130c010103010303020132140c010103010303020133150c010103010303020134160c010103010303020135170c010103010303030230300406010219020136180c010103010303020137190c010103010303020138040601020d160c0101030103030201391b0c0101030103030101320a0c0101030103030201301c0c0101030103030201311d0c0101030103030201321e0c0101030103030201331f0c010103010303020134200c0101030103030101330b0c0101030103030101340c0c0101030103030101350d0c0101030103030101360e0c0101030103030101370f0c010103010303010138100c010103010303010139110c010103010303020f30303731393932353437343039393204060102100103616e64040601020a0103626967040601020f02056f68726572050c01010201020605086d61736368696e650406010102010463616c6d0806010202020601020209060102020506010202040601020203060102020206686172676564040601021502066f757261676510060102020a060102020207757272656e6379040601021c0104646174650406010218020665706f736974040601021a010666657272756d0406010203020569656c647305060102040104676c61640c06010202060601020202047265656e040601020b010568656c6c6f06060102020203696572070601010201036a6f790b060102020c06010202070601020202027067060601020301066b656c6c657202060101020204756368650106010102070601020501060102030106010204010601020302060102030606010205010601020502060102030106010204010601020401060102040206010204020601020401046c656e64040601020804017404060102110203696e6504080103020402066f6e67696e671406010202020601020201066d61726b6574040601020702046564696106020203046d6f72790702020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102020209696e6f72756e697473040601021e02046f6e6579040601021b01046e326e6404060102140203616d65050601020501036f6e6504060103030105706c61636502020201020201097265636f7264696e670502020301640406010209030367616c030601010201077365727669636504060102170204686f7473050601020702016e040601020502056f72726f770906010202040601020201060102020b060102020406010202020470616365010202020474657073050601020203036f7665080801020303020601020306060102030108010203030106010203010601020301060102030106010203020601020301060102030106010203010601020301080102020303060102030108010203030108010203030104746578740806010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302020468696e67040202020469746c65080601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010202016f040601021203036f6c730406010202020372756504060102160202776f0406010305010175080601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010402027364040601021d0107766f6c74616765040601020c010577686f6c6505060102030205696e646f770c060102030306010203020601020501060102040106010204010601020401060102040506010204030601020302056f6e6465720f06010202020601020204060102020b0601020201027832040601020401037a6f65040601021300023130080c010103010303010131040e01020609030d08050c010103010303090c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c0101030103030101320a0c010103010303120c010103010303010c010103010303010c010103010303010c010103010303010c0101030103030101330b0c0101030103030101340c0c0101030103030101350d0c0101030103030101360e0c0101030103030101370f0c010103010303010138100c01010301030301013904060102100d0c010103010303010161040601020a010162040c01010201020f010c0101020102060101630408010215090406010202020601020206060102020306010202050601020202060102020206010202030601020201016404080102180401016604060102030106010204010167040601020b080601020206060102020101680606010202010601010201016a060601020305060102020c06010202070601020201016b01060101020106010102060601020501060102030106010204010601020302060102030606010205010601020502060102030106010204010601020401060102040206010204020601020401016c04100102080b010302041006010202020601020201016d040a010207160502020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201016e0406010214010601020501016f040601030301017002020201020201017203060101020106010209010202010173010202030801020514010801020207030801020303010601020201060102030306010202010601020202060102030108010203030106010203010601020301060102030106010203020601020301060102030108010202030106010203010801020203020601020201060102030108010203030108010203030101740412020102021206010305040c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010175040601021d0406010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010176040601020c01017705060102030706010203030801020203020801020205010601020401060102040106010204010801020204050601020403060102030306010202010178040601020401017a04060102130003323130040601021f0e0c010103010303020131130c010103010303020132140c010103010303020133150c010103010303020134160c0101030103030201350406010219130c010103010303020136180c010103010303020137190c010103010303020138040601020d160c0101030103030201391b0c010103010303010232301c0c0101030103030201311d0c0101030103030201321e0c0101030103030201331f0c010103010303020134200c0101030103030102393004060102100102616e040601020a01026269040601020f02016f0406010102010c01010201020601026361080601020202060102020906010202050601020204060102020306010202020168040601021502016f10060102020a06010202020175040601021c010264610406010218020165040601021a01026665040601020302016905060102040102676c0c060102020606010202020172040601020b010268650606010202020169070601010201026a6f0b060102020c060102020706010202020170060601020301026b6502060101020201750106010102070601020501060102030106010204010601020302060102030606010205010601020502060102030106010204010601020401060102040206010204020601020401026c6504080102080b02016904080103020402016f1406010202020601020201026d610406010207020165060202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202010202020169040601021e02016f040601021b01026e320406010214020161050601020501026f6e04060103030102706c0202020102020102726503060101020106010209010202010273650406010217020168050601020702016e040601020502016f0906010202040601020201060102020b0601020204060102020201700102020201740506010202030801020303020601020306060102030108010203030106010203010601020301060102030106010203020601020301060102030106010203010601020301080102020303060102030108010203030108010203030102746508060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020201680402020201690806010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106040b110b080b0b0b0b0b090b0b100b0b0b0b0b0b0b0b0b0b0b0b0b0b160a0a0f0f240d120e0b0d0d0c100b0c0a14090d4c0b080b120d0954100b0b0a0a0d0e080a0e0b0820090b5a8103098103080a0a098100090e0c341b090a0c64330b0b0b0b0b0b10081331090d120d174e175b0d0809107c81568105083d0808120b0b0b0b100b0b100b0c0b0b0b0b0909091022080d08090809080e080908130809490a090d095408080908090a110908081c065d810106');
INSERT INTO search_data VALUES(2199023255554,X'000700e00101021206010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020332746f0408010202120201720406010216020177040601030501027573040601021d0102766f040601020c0102776805060102030201690c060102030306010203020601020501060102040106010204010601020401060102040506010204030601020302016f0f06010202020601020204060102020b0601020201027832040601020401027a6f0406010213520a0808090909301709');
INSERT INTO search_data VALUES(2473901162497,X'0000077903303137190101023235210c010103010303020136220c010103010303020137230c010103010303020138240c010103010303020139250c0101030103030101330b01020130260c010103010303020131270c010103010303020132280c010103010303020133290c0101030103030201342a0c0101030103030201352b0c0101030103030201362c0c0101030103030201372d0c0101030103030201382e0c0101030103030201392f0c010103010303010463616c6d250601020201060102020104676c616423060102020c0601020201036a6f790b011706010202020601020203060102020406010202020601020201056b756368650b010e010806010203030601020401060102050306010203010601020501076c6f6e67696e672a06010202020601020201066d656d6f72790b010e010802020102020102020102020102020102020102020102020102020102020102020102020102020102020102020106736f72726f7719010204746f766519010b0601020301060102030206010203020601020304060102030104746578740b010e01080601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302020469746c650b010e010806010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020101750b010e01080601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010677696e646f772106010202010601020301060102030206010204010601020301060102040106010202010601020402060102030106010203030601020302056f6e6465722906010202000231311901010132210c010103010303010c010103010303010c010103010303010c010103010303010c0101030103030101330b011b0c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c010103010303010c0101030103030101632506010202010601020201016723060102020c0601020201016a0b011706010202020601020203060102020406010202020601020201016b0b010e010806010203030601020401060102050306010203010601020501016c2a06010202020601020201016d0b010e0108020201020201020201020201020201020201020201020201020201020201020201020201020201020201020201017319010b0601020301060102030206010203020601020304060102030101740b010e01080c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c010102010302010c0101020103020101750b010e0108060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401060101040106010104010601010401017721060102020106010203010601020302060102040106010203010601020401060102020108010202040206010203010601020303060102030003323137190101023235210c010103010303020136220c010103010303020137230c010103010303020138240c010103010303020139250c01010301030301023330260c010103010303020131270c010103010303020132280c010103010303020133290c0101030103030201342a0c0101030103030201352b0c0101030103030201362c0c0101030103030201372d0c0101030103030201382e0c0101030103030201392f0c01010301030301026361250601020201060102020102676c23060102020c0601020201026a6f0b011706010202020601020203060102020406010202020601020201026b750b010e010806010203030601020401060102050306010203010601020501026c6f2a06010202020601020201026d650b010e010802020102020102020102020102020102020102020102020102020102020102020102020102020102020102020102736f190102017419010b060102030106010203020601020302060102030406010203010274650b010e010806010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020106010302010601030201060103020201690b010e01080601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010601010201060101020106010102010277692106010202010601020301060102030206010204010601020301060102040106010202010601020402060102030106010203030601020302016f290601020204060c0b0b0b0b050b0b0b0b0b0b0b0b0b0b1010202413390a215555523f0c062b550d0d1e200d341e7f523b070c0b0b0b0b0c0b0b0b0b0b0b0b0b0b0e0e1f210e35061e53523b');
CREATE TABLE IF NOT EXISTS 'search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO search_idx VALUES(1,X'',2);
INSERT INTO search_idx VALUES(2,X'',2);
INSERT INTO search_idx VALUES(16,X'',2);
INSERT INTO search_idx VALUES(16,X'32746f',4);
INSERT INTO search_idx VALUES(18,X'',2);
CREATE TABLE IF NOT EXISTS 'search_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO search_docsize VALUES(1,X'01010000');
INSERT INTO search_docsize VALUES(2,X'01010000');
INSERT INTO search_docsize VALUES(3,X'01010000');
INSERT INTO search_docsize VALUES(4,X'01011e04');
INSERT INTO search_docsize VALUES(5,X'01010600');
INSERT INTO search_docsize VALUES(6,X'01000200');
INSERT INTO search_docsize VALUES(7,X'01010000');
INSERT INTO search_docsize VALUES(8,X'01030402');
INSERT INTO search_docsize VALUES(9,X'01030202');
INSERT INTO search_docsize VALUES(10,X'01030302');
INSERT INTO search_docsize VALUES(12,X'01030202');
INSERT INTO search_docsize VALUES(13,X'01030202');
INSERT INTO search_docsize VALUES(14,X'01030102');
INSERT INTO search_docsize VALUES(15,X'01030202');
INSERT INTO search_docsize VALUES(16,X'01030202');
INSERT INTO search_docsize VALUES(17,X'01030402');
INSERT INTO search_docsize VALUES(18,X'01030302');
INSERT INTO search_docsize VALUES(19,X'01030402');
INSERT INTO search_docsize VALUES(20,X'01030402');
INSERT INTO search_docsize VALUES(21,X'01030302');
INSERT INTO search_docsize VALUES(22,X'01030202');
INSERT INTO search_docsize VALUES(23,X'01030302');
INSERT INTO search_docsize VALUES(24,X'01030302');
INSERT INTO search_docsize VALUES(26,X'01010302');
INSERT INTO search_docsize VALUES(27,X'01030302');
INSERT INTO search_docsize VALUES(28,X'01030102');
INSERT INTO search_docsize VALUES(29,X'01030302');
INSERT INTO search_docsize VALUES(30,X'01030202');
INSERT INTO search_docsize VALUES(31,X'01030302');
INSERT INTO search_docsize VALUES(32,X'01030302');
INSERT INTO search_docsize VALUES(33,X'01030202');
INSERT INTO search_docsize VALUES(34,X'01030202');
INSERT INTO search_docsize VALUES(35,X'01030202');
INSERT INTO search_docsize VALUES(36,X'01030302');
INSERT INTO search_docsize VALUES(37,X'01030402');
INSERT INTO search_docsize VALUES(38,X'01030202');
INSERT INTO search_docsize VALUES(39,X'01030302');
INSERT INTO search_docsize VALUES(40,X'01030202');
INSERT INTO search_docsize VALUES(41,X'01030402');
INSERT INTO search_docsize VALUES(42,X'01030102');
INSERT INTO search_docsize VALUES(43,X'01030202');
INSERT INTO search_docsize VALUES(44,X'01030202');
INSERT INTO search_docsize VALUES(45,X'01030202');
INSERT INTO search_docsize VALUES(47,X'01030202');
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
INSERT INTO thing_list VALUES(4,'3MQqmj0uGhg3hBewFRf75dKuUQa','Bohrmaschine','Tools','Ferrum',12999,'EUR',1700000000123,1800000000000,'3MQqlvETcb6rZVGQSh9Rc3hcTKv','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmXalfUjlqA1OBCiQDaKceOg',1795293299197);
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
INSERT INTO sync_state VALUES(1,1,117662808335187968,0,0,0,0);
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
INSERT INTO sync_tables VALUES(15,'memory_versions',1);
INSERT INTO sync_tables VALUES(16,'plans',1);
INSERT INTO sync_tables VALUES(17,'plan_edits',1);
INSERT INTO sync_tables VALUES(18,'measurements',1);
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
INSERT INTO sync_columns VALUES(175,8,'alternative','TEXT','''''',1);
INSERT INTO sync_columns VALUES(176,8,'transcript','TEXT','''''',1);
INSERT INTO sync_columns VALUES(177,9,'kind','TEXT','''text''',1);
INSERT INTO sync_columns VALUES(178,9,'tags','TEXT','''[]''',1);
INSERT INTO sync_columns VALUES(179,9,'audience','TEXT','''[]''',1);
INSERT INTO sync_columns VALUES(180,15,'created','INTEGER','0',1);
INSERT INTO sync_columns VALUES(181,15,'modified','INTEGER','0',1);
INSERT INTO sync_columns VALUES(182,15,'trashed','INTEGER',NULL,1);
INSERT INTO sync_columns VALUES(183,15,'memory','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(184,15,'content','TEXT','''{}''',1);
INSERT INTO sync_columns VALUES(185,16,'created','INTEGER','0',1);
INSERT INTO sync_columns VALUES(186,16,'modified','INTEGER','0',1);
INSERT INTO sync_columns VALUES(187,16,'trashed','INTEGER',NULL,1);
INSERT INTO sync_columns VALUES(188,16,'account','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(189,16,'space','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(190,16,'content','TEXT','''{}''',1);
INSERT INTO sync_columns VALUES(191,17,'created','INTEGER','0',1);
INSERT INTO sync_columns VALUES(192,17,'modified','INTEGER','0',1);
INSERT INTO sync_columns VALUES(193,17,'trashed','INTEGER',NULL,1);
INSERT INTO sync_columns VALUES(194,17,'plan','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(195,17,'content','TEXT','''{}''',1);
INSERT INTO sync_columns VALUES(196,18,'created','INTEGER','0',1);
INSERT INTO sync_columns VALUES(197,18,'modified','INTEGER','0',1);
INSERT INTO sync_columns VALUES(198,18,'trashed','INTEGER',NULL,1);
INSERT INTO sync_columns VALUES(199,18,'account','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(200,18,'space','TEXT',NULL,1);
INSERT INTO sync_columns VALUES(201,18,'name','TEXT','''''',1);
INSERT INTO sync_columns VALUES(202,18,'content','TEXT','''{}''',1);
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
INSERT INTO sync_shapes VALUES(15,8,'90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 175 176');
INSERT INTO sync_shapes VALUES(16,9,'110 111 112 113 114 115 116 117 118 119 120 177 178 179');
INSERT INTO sync_shapes VALUES(17,15,'180 181 182 183 184');
INSERT INTO sync_shapes VALUES(18,16,'185 186 187 188 189 190');
INSERT INTO sync_shapes VALUES(19,17,'191 192 193 194 195');
INSERT INTO sync_shapes VALUES(20,18,'196 197 198 199 200 201 202');
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
INSERT INTO sync_rows VALUES(18,9,'3MQqmrOIz4zrstfBiUbj87oaq5V',1,117662808322539520,1,16);
INSERT INTO sync_rows VALUES(19,9,'3MQqmrOIz4zrstfBiUbj87ZipkG',1,117662808323391488,1,16);
INSERT INTO sync_rows VALUES(20,9,'3MQqmrOIz4zrstfBiUbj87bvCqf',1,117662808323391489,1,16);
INSERT INTO sync_rows VALUES(21,9,'3MQqmrOIz4zrstfBiUbj87C7cgH',1,117662808323457024,1,16);
INSERT INTO sync_rows VALUES(22,9,'3MQqmrOIz4zrstfBiUbj87vgddJ',1,117662808323457025,1,16);
INSERT INTO sync_rows VALUES(23,9,'3MQqmrOIz4zrstfBiUbj87o4XRU',1,117662808323457026,1,16);
INSERT INTO sync_rows VALUES(24,9,'3MQqmrOIz4zrstfBiUbj87CGWSL',1,117662808323457027,1,16);
INSERT INTO sync_rows VALUES(25,9,'3MQqmrOIz4zrstfBiUbj87NgAwx',1,117662808323457028,1,16);
INSERT INTO sync_rows VALUES(26,9,'3MQqmrOIz4zrstfBiUbj870dSz3',1,117662808323457029,1,16);
INSERT INTO sync_rows VALUES(27,9,'3MQqmrOIz4zrstfBiUbj873wC9y',1,117662808323457030,1,16);
INSERT INTO sync_rows VALUES(28,9,'3MQqmrOIz4zrstfBiUbj87j62fU',1,117662808323522560,1,16);
INSERT INTO sync_rows VALUES(29,9,'3MQqmrOIz4zrstfBiUbj87qyCwx',1,117662808324833280,1,16);
INSERT INTO sync_rows VALUES(30,9,'3MQqmrOIz4zrstfBiUbj87HHzUR',1,117662808324898816,1,16);
INSERT INTO sync_rows VALUES(31,9,'3MQqmrOIz4zrstfBiUbj87u4Akh',1,117662808324898817,1,16);
INSERT INTO sync_rows VALUES(32,9,'3MQqmrOIz4zrstfBiUbj87WasOo',1,117662808324964352,1,16);
INSERT INTO sync_rows VALUES(33,9,'3MQqmrOIz4zrstfBiUbj87XS0Ps',1,117662808324964353,1,16);
INSERT INTO sync_rows VALUES(34,9,'3MQqmrOIz4zrstfBiUbj87m37fj',1,117662808324964354,1,16);
INSERT INTO sync_rows VALUES(35,9,'3MQqmrOIz4zrstfBiUbj87AvgS7',1,117662808325095424,1,16);
INSERT INTO sync_rows VALUES(36,9,'3MQqmrOIz4zrstfBiUbj87GXokl',1,117662808325095425,1,16);
INSERT INTO sync_rows VALUES(37,9,'3MQqmrOIz4zrstfBiUbj87M810L',1,117662808325160960,1,16);
INSERT INTO sync_rows VALUES(38,9,'3MQqmrOIz4zrstfBiUbj87erUxH',1,117662808326668288,1,16);
INSERT INTO sync_rows VALUES(39,9,'3MQqmrOIz4zrstfBiUbj87PUVtt',1,117662808326733824,1,16);
INSERT INTO sync_rows VALUES(40,9,'3MQqmrOIz4zrstfBiUbj87shNE0',1,117662808326733825,1,16);
INSERT INTO sync_rows VALUES(41,9,'3MQqmrOIz4zrstfBiUbj87nzVwN',1,117662808326733826,1,16);
INSERT INTO sync_rows VALUES(42,9,'3MQqmrOIz4zrstfBiUbj87rgm7D',1,117662808326864896,1,16);
INSERT INTO sync_rows VALUES(43,9,'3MQqmrOIz4zrstfBiUbj87aNk9L',1,117662808326864897,1,16);
INSERT INTO sync_rows VALUES(44,9,'3MQqmrOIz4zrstfBiUbj876lrsN',1,117662808326930432,1,16);
INSERT INTO sync_rows VALUES(45,9,'3MQqmrOIz4zrstfBiUbj87UG4U7',1,117662808326930433,1,16);
INSERT INTO sync_rows VALUES(46,9,'3MQqmrOIz4zrstfBiUbj87WlFgd',1,117662808326930434,1,16);
INSERT INTO sync_rows VALUES(47,9,'3MQqmrOIz4zrstfBiUbj87iuNDj',1,117662808326995968,1,16);
INSERT INTO sync_rows VALUES(48,9,'3MQqmrOIz4zrstfBiUbj873bvdD',1,117662808328372224,1,16);
INSERT INTO sync_rows VALUES(49,9,'3MQqmrOIz4zrstfBiUbj87vfAyH',1,117662808328372225,1,16);
INSERT INTO sync_rows VALUES(50,9,'3MQqmrOIz4zrstfBiUbj87jJMOP',1,117662808328372226,1,16);
INSERT INTO sync_rows VALUES(51,9,'3MQqmrOIz4zrstfBiUbj87oIfft',1,117662808328437760,1,16);
INSERT INTO sync_rows VALUES(52,9,'3MQqmrOIz4zrstfBiUbj87s1oDc',1,117662808328437761,1,16);
INSERT INTO sync_rows VALUES(53,9,'3MQqmrOIz4zrstfBiUbj87EbMTa',1,117662808328437762,1,16);
INSERT INTO sync_rows VALUES(54,9,'3MQqmrOIz4zrstfBiUbj87pVfGw',1,117662808328437763,1,16);
INSERT INTO sync_rows VALUES(55,9,'3MQqmrOIz4zrstfBiUbj87uaANa',1,117662808328437764,1,16);
INSERT INTO sync_rows VALUES(56,9,'3MQqmrOIz4zrstfBiUbj87MNAwB',2,117662808335187968,1,16);
INSERT INTO sync_rows VALUES(57,9,'3MQqmrOIz4zrstfBiUbj87dMQJB',1,117662808331255808,1,16);
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
INSERT INTO sync_cells VALUES(21,112,117662808332763136,1,117662808323457024,0,NULL);
INSERT INTO sync_cells VALUES(35,112,117662808332763137,1,117662808325095424,0,NULL);
INSERT INTO sync_cells VALUES(36,117,117662808335122432,1,117662808325095425,0,NULL);
INSERT INTO sync_cells VALUES(36,119,117662808335122433,1,117662808325095425,0,NULL);
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
CREATE TABLE memory_versions (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    trashed INTEGER,
    memory TEXT,
    content TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE sessions (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    account TEXT,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE invitations (
    digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    account TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE grants (
    space TEXT NOT NULL,
    account TEXT NOT NULL,
    permission TEXT NOT NULL,
    PRIMARY KEY (account, space)
) STRICT, WITHOUT ROWID;
CREATE TABLE follows (
    viewer TEXT NOT NULL,
    space TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (viewer, space)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory_groups (
    number INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    account TEXT NOT NULL,
    privacy TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind TEXT NOT NULL,
    mood TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, account, privacy, audience, kind, mood)
) STRICT;
INSERT INTO memory_groups VALUES(1,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','text','',1);
INSERT INTO memory_groups VALUES(2,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','public','[]','drawing','calm',1);
INSERT INTO memory_groups VALUES(3,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','private','[]','text','sorrow',1);
INSERT INTO memory_groups VALUES(4,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','drawing','calm',1);
INSERT INTO memory_groups VALUES(5,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','anonymous','[]','drawing','joy',0);
INSERT INTO memory_groups VALUES(6,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','shared','[]','video','glad',1);
INSERT INTO memory_groups VALUES(7,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','audio','sorrow',1);
INSERT INTO memory_groups VALUES(8,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','shared','[]','audio','sorrow',1);
INSERT INTO memory_groups VALUES(9,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','anonymous','[]','drawing','wonder',1);
INSERT INTO memory_groups VALUES(10,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','shared','[]','drawing','courage',1);
INSERT INTO memory_groups VALUES(11,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','text','wonder',1);
INSERT INTO memory_groups VALUES(12,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','photo','glad',1);
INSERT INTO memory_groups VALUES(13,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','audio','calm',1);
INSERT INTO memory_groups VALUES(14,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','shared','[]','audio','longing',1);
INSERT INTO memory_groups VALUES(15,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','anonymous','[]','photo','wonder',1);
INSERT INTO memory_groups VALUES(16,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','anonymous','[]','video','longing',1);
INSERT INTO memory_groups VALUES(17,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','private','[]','video','joy',1);
INSERT INTO memory_groups VALUES(18,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','link','[]','text','calm',1);
INSERT INTO memory_groups VALUES(19,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','text','sorrow',0);
INSERT INTO memory_groups VALUES(20,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','shared','[]','text','courage',0);
INSERT INTO memory_groups VALUES(21,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','link','[]','drawing','',1);
INSERT INTO memory_groups VALUES(22,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','public','[]','drawing','calm',1);
INSERT INTO memory_groups VALUES(23,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','anonymous','[]','drawing','sorrow',1);
INSERT INTO memory_groups VALUES(24,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','drawing','joy',2);
INSERT INTO memory_groups VALUES(25,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','private','[]','text','calm',1);
INSERT INTO memory_groups VALUES(26,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','shared','[]','photo','wonder',1);
INSERT INTO memory_groups VALUES(27,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','link','[]','audio','',1);
INSERT INTO memory_groups VALUES(28,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','public','[]','drawing','joy',1);
INSERT INTO memory_groups VALUES(29,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','link','[]','text','glad',1);
INSERT INTO memory_groups VALUES(30,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','anonymous','[]','audio','joy',1);
INSERT INTO memory_groups VALUES(31,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','video','calm',1);
INSERT INTO memory_groups VALUES(32,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','link','[]','video','calm',1);
INSERT INTO memory_groups VALUES(33,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','audio','joy',1);
INSERT INTO memory_groups VALUES(34,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','public','[]','photo','',1);
INSERT INTO memory_groups VALUES(35,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','public','[]','text','wonder',1);
INSERT INTO memory_groups VALUES(36,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','public','[]','video','longing',1);
INSERT INTO memory_groups VALUES(37,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','','anonymous','[]','audio','joy',1);
INSERT INTO memory_groups VALUES(38,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','private','[]','video','longing',1);
INSERT INTO memory_groups VALUES(39,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','anonymous','[]','text','',0);
INSERT INTO memory_groups VALUES(40,'2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqlvETcb6rZVGQSh9Rc3hcTKv','public','[]','photo','glad',1);
INSERT INTO memory_groups VALUES(41,'','3MQqlvETcb6rZVGQSh9Rc3hcTKv','shared','[]','text','joy',1);
CREATE TABLE memory_list (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    space TEXT NOT NULL,
    "group" INTEGER NOT NULL,
    x REAL, y REAL, z REAL,
    px REAL, py REAL, pz REAL,
    pin TEXT
) STRICT;
INSERT INTO memory_list VALUES(7,'3MQqmrOIz4zrstfBiUbj86nmKEk','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_list VALUES(8,'3MQqmrOIz4zrstfBiUbj87oaq5V','',2,1.2345600000000001017,2.0,3.0,4.7000000000000001776,-8.9918691319999997091,8.3793199999999998794,'["3MQqmrOIz4zrstfBiUbj87oaq5V",1.2346,2.0,3.0,1,-1,"Title \"0\" / ü\\",1]');
INSERT INTO memory_list VALUES(9,'3MQqmrOIz4zrstfBiUbj87ZipkG','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',3,3.0,6.6970799999999996998,8.824249999999999261,2.8999999999999999111,6.1970799999999996998,8.824249999999999261,'["3MQqmrOIz4zrstfBiUbj87ZipkG",3.0,6.6971,8.8243,4,0,"Title \"1\" / ü\\",0]');
INSERT INTO memory_list VALUES(10,'3MQqmrOIz4zrstfBiUbj87bvCqf','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',4,7.6281650819999997636,8.7889999999999997015,0.29999999999999998889,7.428165081999999586,7.7889999999999997015,0.29999999999999998889,'["3MQqmrOIz4zrstfBiUbj87bvCqf",7.6282,8.789,0.3,1,-1,"Title \"2\" / ü\\",0]');
INSERT INTO memory_list VALUES(12,'3MQqmrOIz4zrstfBiUbj87vgddJ','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',6,0.10000000000000000555,-1.0000000000000000817e-05,12345.678910000000541,0.0,-1.0000000000000000817e-05,12345.678910000000541,'["3MQqmrOIz4zrstfBiUbj87vgddJ",0.1,0.0,12345.6789,-1,3,"Title \"4\" / ü\\",0]');
INSERT INTO memory_list VALUES(13,'3MQqmrOIz4zrstfBiUbj87o4XRU','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',7,1.2345600000000001017,2.0,3.0,-3.5376884880000001309,7.9329999999999998294,4.4372899999999999565,'["3MQqmrOIz4zrstfBiUbj87o4XRU",1.2346,2.0,3.0,4,2,"Title \"5\" / ü\\",0]');
INSERT INTO memory_list VALUES(14,'3MQqmrOIz4zrstfBiUbj87CGWSL','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',8,7.6967499999999997584,9.6681021699999991625,2.0191900000000000403,7.6967499999999997584,8.6681021699999991625,2.0191900000000000403,'["3MQqmrOIz4zrstfBiUbj87CGWSL",7.6968,9.6681,2.0192,4,2,"Title \"6\" / ü\\",0]');
INSERT INTO memory_list VALUES(15,'3MQqmrOIz4zrstfBiUbj87NgAwx','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',9,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_list VALUES(16,'3MQqmrOIz4zrstfBiUbj870dSz3','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',10,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_list VALUES(17,'3MQqmrOIz4zrstfBiUbj873wC9y','',11,-4.2000000000000001776,-0.90199107999999994511,-7.6349999999999997868,-4.2000000000000001776,-1.4019910799999999451,-7.6349999999999997868,'["3MQqmrOIz4zrstfBiUbj873wC9y",-4.2,-0.902,-7.635,2,0,"Title \"9\" / ü\\",0]');
INSERT INTO memory_list VALUES(18,'3MQqmrOIz4zrstfBiUbj87j62fU','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',12,1.2345600000000001017,2.0,3.0,-0.69999999999999995559,2.3260000000000000675,2.1000000000000000888,'["3MQqmrOIz4zrstfBiUbj87j62fU",1.2346,2.0,3.0,-1,1,"Title \"10\" / ü\\",0]');
INSERT INTO memory_list VALUES(19,'3MQqmrOIz4zrstfBiUbj87qyCwx','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',13,-0.86404043299999999661,0.54742000000000001769,-0.4000000000000000222,-1.0640404329999999522,-0.9525799999999999823,-0.4000000000000000222,'["3MQqmrOIz4zrstfBiUbj87qyCwx",-0.864,0.5474,-0.4,1,2,"Title \"11\" / ü\\",0]');
INSERT INTO memory_list VALUES(20,'3MQqmrOIz4zrstfBiUbj87HHzUR','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',14,-1.003810000000000091,-8.4000000000000003552,-4.5080000000000000071,-1.003810000000000091,-8.4000000000000003552,-4.5080000000000000071,'["3MQqmrOIz4zrstfBiUbj87HHzUR",-1.0038,-8.4,-4.508,3,2,"Title \"12\" / ü\\",0]');
INSERT INTO memory_list VALUES(21,'3MQqmrOIz4zrstfBiUbj87u4Akh','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',15,-6.8470000000000004192,-0.14708134999999999958,2.5089999999999998969,-6.9470000000000000639,-0.64708134999999999958,2.5089999999999998969,'["3MQqmrOIz4zrstfBiUbj87u4Akh",-6.847,-0.1471,2.509,2,1,"Title \"13\" / ü\\",1]');
INSERT INTO memory_list VALUES(22,'3MQqmrOIz4zrstfBiUbj87WasOo','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',16,-4.7850000000000001421,4.5199999999999995736,-1.4559999999999999609,-4.9850000000000003197,3.5200000000000000177,-1.4559999999999999609,'["3MQqmrOIz4zrstfBiUbj87WasOo",-4.785,4.52,-1.456,3,3,"Title \"14\" / ü\\",1]');
INSERT INTO memory_list VALUES(23,'3MQqmrOIz4zrstfBiUbj87XS0Ps','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',17,1.2345600000000001017,2.0,3.0,8.955000000000000071,3.8946999999999998287,-4.1059999999999998721,'["3MQqmrOIz4zrstfBiUbj87XS0Ps",1.2346,2.0,3.0,0,3,"Title \"15\" / ü\\",0]');
INSERT INTO memory_list VALUES(24,'3MQqmrOIz4zrstfBiUbj87m37fj','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',18,0.82496999999999998109,1.6999999999999999555,0.76960626300000001265,0.7249700000000000033,1.6999999999999999555,0.76960626300000001265,'["3MQqmrOIz4zrstfBiUbj87m37fj",0.825,1.7,0.7696,1,0,"Title \"16\" / ü\\",0]');
INSERT INTO memory_list VALUES(26,'3MQqmrOIz4zrstfBiUbj87GXokl','',41,8.5288599999999998857,6.0,1.5,8.5288599999999998857,5.0,1.5,'["3MQqmrOIz4zrstfBiUbj87GXokl",8.5289,6.0,1.5,0,0,"Changed",0]');
INSERT INTO memory_list VALUES(27,'3MQqmrOIz4zrstfBiUbj87M810L','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',21,-7.7000000000000001776,0.84533999999999998031,-7.4246199999999999974,-7.7999999999999998223,-0.65466000000000001968,-7.4246199999999999974,'["3MQqmrOIz4zrstfBiUbj87M810L",-7.7,0.8453,-7.4246,-1,-1,"Title \"19\" / ü\\",0]');
INSERT INTO memory_list VALUES(28,'3MQqmrOIz4zrstfBiUbj87erUxH','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',22,1.2345600000000001017,2.0,3.0,-4.4430600000000000093,6.9850000000000003197,4.5999999999999996447,'["3MQqmrOIz4zrstfBiUbj87erUxH",1.2346,2.0,3.0,1,-1,"Title \"20\" / ü\\",1]');
INSERT INTO memory_list VALUES(29,'3MQqmrOIz4zrstfBiUbj87PUVtt','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',23,0.55432848499999998193,-4.623000329999999991,-6.2216979270000001278,0.55432848499999998193,-5.123000329999999991,-6.2216979270000001278,'["3MQqmrOIz4zrstfBiUbj87PUVtt",0.5543,-4.623,-6.2217,4,-1,"Title \"21\" / ü\\",1]');
INSERT INTO memory_list VALUES(30,'3MQqmrOIz4zrstfBiUbj87shNE0','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',24,5.1410000000000000142,-6.5140000000000002344,7.7000000000000001776,5.0410000000000003694,-7.5140000000000002344,7.7000000000000001776,'["3MQqmrOIz4zrstfBiUbj87shNE0",5.141,-6.514,7.7,0,-1,"Title \"22\" / ü\\",0]');
INSERT INTO memory_list VALUES(31,'3MQqmrOIz4zrstfBiUbj87nzVwN','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',25,7.0935000000000005826,7.6506340709999998139,6.5999999999999996447,6.893500000000000405,6.1506340709999998139,6.5999999999999996447,'["3MQqmrOIz4zrstfBiUbj87nzVwN",7.0935,7.6506,6.6,1,0,"Title \"23\" / ü\\",0]');
INSERT INTO memory_list VALUES(32,'3MQqmrOIz4zrstfBiUbj87rgm7D','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',26,-2.6810000000000000497,8.5239999999999991331,-5.8479999999999998649,-2.6810000000000000497,8.5239999999999991331,-5.8479999999999998649,'["3MQqmrOIz4zrstfBiUbj87rgm7D",-2.681,8.524,-5.848,2,1,"Title \"24\" / ü\\",0]');
INSERT INTO memory_list VALUES(33,'3MQqmrOIz4zrstfBiUbj87aNk9L','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',27,1.2345600000000001017,2.0,3.0,2.2999999999999998223,-4.0999999999999996447,-7.9000000000000003552,'["3MQqmrOIz4zrstfBiUbj87aNk9L",1.2346,2.0,3.0,-1,2,"Title \"25\" / ü\\",0]');
INSERT INTO memory_list VALUES(34,'3MQqmrOIz4zrstfBiUbj876lrsN','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',28,-6.2450000000000001065,-1.3331333700000000952,4.4000000000000003552,-6.4450000000000002842,-2.3331333700000000952,4.4000000000000003552,'["3MQqmrOIz4zrstfBiUbj876lrsN",-6.245,-1.3331,4.4,0,-1,"Title \"26\" / ü\\",1]');
INSERT INTO memory_list VALUES(35,'3MQqmrOIz4zrstfBiUbj87UG4U7','',29,-1.8140000000000000568,6.8010000000000001563,-1.1175299999999999123,-1.8140000000000000568,5.3010000000000001563,-1.1175299999999999123,'["3MQqmrOIz4zrstfBiUbj87UG4U7",-1.814,6.801,-1.1175,-1,0,"Title \"27\" / ü\\",0]');
INSERT INTO memory_list VALUES(36,'3MQqmrOIz4zrstfBiUbj87WlFgd','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',30,8.5804406919999998137,1.0246500000000000607,-5.9000000000000003552,8.480440692000000169,1.0246500000000000607,-5.9000000000000003552,'["3MQqmrOIz4zrstfBiUbj87WlFgd",8.5804,1.0247,-5.9,0,2,"Title \"28\" / ü\\",1]');
INSERT INTO memory_list VALUES(37,'3MQqmrOIz4zrstfBiUbj87iuNDj','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',31,4.2999999999999998223,-6.8781200000000000116,1.3869100000000000871,4.0999999999999996447,-7.3781200000000000116,1.3869100000000000871,'["3MQqmrOIz4zrstfBiUbj87iuNDj",4.3,-6.8781,1.3869,1,3,"Title \"29\" / ü\\",0]');
INSERT INTO memory_list VALUES(38,'3MQqmrOIz4zrstfBiUbj873bvdD','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',32,1.2345600000000001017,2.0,3.0,1.9612600000000000033,-5.0999999999999996447,-0.31592999999999998861,'["3MQqmrOIz4zrstfBiUbj873bvdD",1.2346,2.0,3.0,1,3,"Title \"30\" / ü\\",0]');
INSERT INTO memory_list VALUES(39,'3MQqmrOIz4zrstfBiUbj87vfAyH','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',33,-7.8015200000000000102,7.2000000000000001776,-7.5999999999999996447,-7.9015199999999996549,5.7000000000000001776,-7.5999999999999996447,'["3MQqmrOIz4zrstfBiUbj87vfAyH",-7.8015,7.2,-7.6,0,2,"Title \"31\" / ü\\",0]');
INSERT INTO memory_list VALUES(40,'3MQqmrOIz4zrstfBiUbj87jJMOP','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',34,1.8999999999999999111,4.3337199999999995725,5.4313811879999995824,1.6999999999999999555,4.3337199999999995725,5.4313811879999995824,'["3MQqmrOIz4zrstfBiUbj87jJMOP",1.9,4.3337,5.4314,-1,1,"Title \"32\" / ü\\",1]');
INSERT INTO memory_list VALUES(41,'3MQqmrOIz4zrstfBiUbj87oIfft','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',35,4.4000000000000003552,-6.5679999999999996163,1.1000000000000000888,4.4000000000000003552,-7.0679999999999996163,1.1000000000000000888,'["3MQqmrOIz4zrstfBiUbj87oIfft",4.4,-6.568,1.1,2,0,"Title \"33\" / ü\\",1]');
INSERT INTO memory_list VALUES(42,'3MQqmrOIz4zrstfBiUbj87s1oDc','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',36,-3.0089429850000000143,8.1769859079999989148,2.015686722999999958,-3.1089429850000001032,7.176985907999999803,2.015686722999999958,'["3MQqmrOIz4zrstfBiUbj87s1oDc",-3.0089,8.177,2.0157,3,3,"Title \"34\" / ü\\",1]');
INSERT INTO memory_list VALUES(43,'3MQqmrOIz4zrstfBiUbj87EbMTa','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',37,1.2345600000000001017,2.0,3.0,4.8576300000000003365,1.6619999999999999218,1.2509999999999998898,'["3MQqmrOIz4zrstfBiUbj87EbMTa",1.2346,2.0,3.0,0,2,"Title \"35\" / ü\\",1]');
INSERT INTO memory_list VALUES(44,'3MQqmrOIz4zrstfBiUbj87pVfGw','',38,-1.1511299999999999865,-2.5085700000000001885,1.5,-1.1511299999999999865,-2.5085700000000001885,1.5,'["3MQqmrOIz4zrstfBiUbj87pVfGw",-1.1511,-2.5086,1.5,3,3,"Title \"36\" / ü\\",0]');
INSERT INTO memory_list VALUES(45,'3MQqmrOIz4zrstfBiUbj87uaANa','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',24,-1.1843919229999999576,5.9000000000000003552,-0.83424741199999996599,-1.2843919230000000464,5.4000000000000003552,-0.83424741199999996599,'["3MQqmrOIz4zrstfBiUbj87uaANa",-1.1844,5.9,-0.8342,0,-1,"Title \"37\" / ü\\",0]');
INSERT INTO memory_list VALUES(47,'3MQqmrOIz4zrstfBiUbj87dMQJB','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3',40,-0.10982000000000000095,-6.8200000000000002842,-8.9000000000000003552,-0.10982000000000000095,-8.3200000000000002842,-8.9000000000000003552,'["3MQqmrOIz4zrstfBiUbj87dMQJB",-0.1098,-6.82,-8.9,-1,1,"Title \"39\" / ü\\",1]');
CREATE TABLE memory_tags (
    tag TEXT NOT NULL COLLATE NOCASE,
    space TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (tag, space, id)
) STRICT, WITHOUT ROWID;
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj870dSz3');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj873bvdD');
INSERT INTO memory_tags VALUES('stove','','3MQqmrOIz4zrstfBiUbj873wC9y');
INSERT INTO memory_tags VALUES('window','','3MQqmrOIz4zrstfBiUbj873wC9y');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj876lrsN');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87EbMTa');
INSERT INTO memory_tags VALUES('stove','','3MQqmrOIz4zrstfBiUbj87GXokl');
INSERT INTO memory_tags VALUES('window','','3MQqmrOIz4zrstfBiUbj87GXokl');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87HHzUR');
INSERT INTO memory_tags VALUES('Stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87HHzUR');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87HHzUR');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87M810L');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87M810L');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87NgAwx');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87PUVtt');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87PUVtt');
INSERT INTO memory_tags VALUES('window','','3MQqmrOIz4zrstfBiUbj87UG4U7');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87WasOo');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87WlFgd');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87WlFgd');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87XS0Ps');
INSERT INTO memory_tags VALUES('Stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87XS0Ps');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87ZipkG');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87aNk9L');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87aNk9L');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87bvCqf');
INSERT INTO memory_tags VALUES('Stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87bvCqf');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87dMQJB');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87iuNDj');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87iuNDj');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87iuNDj');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87j62fU');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87j62fU');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87jJMOP');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87jJMOP');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87m37fj');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87m37fj');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87nzVwN');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87o4XRU');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87oIfft');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87oIfft');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87oIfft');
INSERT INTO memory_tags VALUES('Küche','','3MQqmrOIz4zrstfBiUbj87oaq5V');
INSERT INTO memory_tags VALUES('stove','','3MQqmrOIz4zrstfBiUbj87oaq5V');
INSERT INTO memory_tags VALUES('window','','3MQqmrOIz4zrstfBiUbj87pVfGw');
INSERT INTO memory_tags VALUES('Küche','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87qyCwx');
INSERT INTO memory_tags VALUES('Stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87qyCwx');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87qyCwx');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87rgm7D');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87shNE0');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87u4Akh');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87u4Akh');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87uaANa');
INSERT INTO memory_tags VALUES('stove','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87vfAyH');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87vfAyH');
INSERT INTO memory_tags VALUES('window','2yVNHQYV6Vn4Z8rJYzUCyAZfJc3','3MQqmrOIz4zrstfBiUbj87vgddJ');
CREATE TABLE memory_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    old_group INTEGER,
    new_group INTEGER,
    old_x REAL, old_y REAL, old_z REAL, old_px REAL, old_py REAL, old_pz REAL,
    new_x REAL, new_y REAL, new_z REAL, new_px REAL, new_py REAL, new_pz REAL
) STRICT;
INSERT INTO memory_log VALUES(1,'3MQqmrOIz4zrstfBiUbj86nmKEk',NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_log VALUES(2,'3MQqmrOIz4zrstfBiUbj87oaq5V',NULL,2,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,4.7000000000000001776,-8.9918691319999997091,8.3793199999999998794);
INSERT INTO memory_log VALUES(3,'3MQqmrOIz4zrstfBiUbj87ZipkG',NULL,3,NULL,NULL,NULL,NULL,NULL,NULL,3.0,6.6970799999999996998,8.824249999999999261,2.8999999999999999111,6.1970799999999996998,8.824249999999999261);
INSERT INTO memory_log VALUES(4,'3MQqmrOIz4zrstfBiUbj87bvCqf',NULL,4,NULL,NULL,NULL,NULL,NULL,NULL,7.6281650819999997636,8.7889999999999997015,0.29999999999999998889,7.428165081999999586,7.7889999999999997015,0.29999999999999998889);
INSERT INTO memory_log VALUES(5,'3MQqmrOIz4zrstfBiUbj87C7cgH',NULL,5,NULL,NULL,NULL,NULL,NULL,NULL,0.03125,2.5000499999999998834,-5.0000000000000002393e-05,0.03125,1.0000500000000001055,-5.0000000000000002393e-05);
INSERT INTO memory_log VALUES(6,'3MQqmrOIz4zrstfBiUbj87vgddJ',NULL,6,NULL,NULL,NULL,NULL,NULL,NULL,0.10000000000000000555,-1.0000000000000000817e-05,12345.678910000000541,0.0,-1.0000000000000000817e-05,12345.678910000000541);
INSERT INTO memory_log VALUES(7,'3MQqmrOIz4zrstfBiUbj87o4XRU',NULL,7,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,-3.5376884880000001309,7.9329999999999998294,4.4372899999999999565);
INSERT INTO memory_log VALUES(8,'3MQqmrOIz4zrstfBiUbj87CGWSL',NULL,8,NULL,NULL,NULL,NULL,NULL,NULL,7.6967499999999997584,9.6681021699999991625,2.0191900000000000403,7.6967499999999997584,8.6681021699999991625,2.0191900000000000403);
INSERT INTO memory_log VALUES(9,'3MQqmrOIz4zrstfBiUbj87NgAwx',NULL,9,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_log VALUES(10,'3MQqmrOIz4zrstfBiUbj870dSz3',NULL,10,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_log VALUES(11,'3MQqmrOIz4zrstfBiUbj873wC9y',NULL,11,NULL,NULL,NULL,NULL,NULL,NULL,-4.2000000000000001776,-0.90199107999999994511,-7.6349999999999997868,-4.2000000000000001776,-1.4019910799999999451,-7.6349999999999997868);
INSERT INTO memory_log VALUES(12,'3MQqmrOIz4zrstfBiUbj87j62fU',NULL,12,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,-0.69999999999999995559,2.3260000000000000675,2.1000000000000000888);
INSERT INTO memory_log VALUES(13,'3MQqmrOIz4zrstfBiUbj87qyCwx',NULL,13,NULL,NULL,NULL,NULL,NULL,NULL,-0.86404043299999999661,0.54742000000000001769,-0.4000000000000000222,-1.0640404329999999522,-0.9525799999999999823,-0.4000000000000000222);
INSERT INTO memory_log VALUES(14,'3MQqmrOIz4zrstfBiUbj87HHzUR',NULL,14,NULL,NULL,NULL,NULL,NULL,NULL,-1.003810000000000091,-8.4000000000000003552,-4.5080000000000000071,-1.003810000000000091,-8.4000000000000003552,-4.5080000000000000071);
INSERT INTO memory_log VALUES(15,'3MQqmrOIz4zrstfBiUbj87u4Akh',NULL,15,NULL,NULL,NULL,NULL,NULL,NULL,-6.8470000000000004192,-0.14708134999999999958,2.5089999999999998969,-6.9470000000000000639,-0.64708134999999999958,2.5089999999999998969);
INSERT INTO memory_log VALUES(16,'3MQqmrOIz4zrstfBiUbj87WasOo',NULL,16,NULL,NULL,NULL,NULL,NULL,NULL,-4.7850000000000001421,4.5199999999999995736,-1.4559999999999999609,-4.9850000000000003197,3.5200000000000000177,-1.4559999999999999609);
INSERT INTO memory_log VALUES(17,'3MQqmrOIz4zrstfBiUbj87XS0Ps',NULL,17,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,8.955000000000000071,3.8946999999999998287,-4.1059999999999998721);
INSERT INTO memory_log VALUES(18,'3MQqmrOIz4zrstfBiUbj87m37fj',NULL,18,NULL,NULL,NULL,NULL,NULL,NULL,0.82496999999999998109,1.6999999999999999555,0.76960626300000001265,0.7249700000000000033,1.6999999999999999555,0.76960626300000001265);
INSERT INTO memory_log VALUES(19,'3MQqmrOIz4zrstfBiUbj87AvgS7',NULL,19,NULL,NULL,NULL,NULL,NULL,NULL,8.4449999999999985078,-7.5999999999999996447,4.5020385919999998947,8.2449999999999992184,-8.0999999999999996447,4.5020385919999998947);
INSERT INTO memory_log VALUES(20,'3MQqmrOIz4zrstfBiUbj87GXokl',NULL,20,NULL,NULL,NULL,NULL,NULL,NULL,8.5288599999999998857,6.0,1.5,8.5288599999999998857,5.0,1.5);
INSERT INTO memory_log VALUES(21,'3MQqmrOIz4zrstfBiUbj87M810L',NULL,21,NULL,NULL,NULL,NULL,NULL,NULL,-7.7000000000000001776,0.84533999999999998031,-7.4246199999999999974,-7.7999999999999998223,-0.65466000000000001968,-7.4246199999999999974);
INSERT INTO memory_log VALUES(22,'3MQqmrOIz4zrstfBiUbj87erUxH',NULL,22,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,-4.4430600000000000093,6.9850000000000003197,4.5999999999999996447);
INSERT INTO memory_log VALUES(23,'3MQqmrOIz4zrstfBiUbj87PUVtt',NULL,23,NULL,NULL,NULL,NULL,NULL,NULL,0.55432848499999998193,-4.623000329999999991,-6.2216979270000001278,0.55432848499999998193,-5.123000329999999991,-6.2216979270000001278);
INSERT INTO memory_log VALUES(24,'3MQqmrOIz4zrstfBiUbj87shNE0',NULL,24,NULL,NULL,NULL,NULL,NULL,NULL,5.1410000000000000142,-6.5140000000000002344,7.7000000000000001776,5.0410000000000003694,-7.5140000000000002344,7.7000000000000001776);
INSERT INTO memory_log VALUES(25,'3MQqmrOIz4zrstfBiUbj87nzVwN',NULL,25,NULL,NULL,NULL,NULL,NULL,NULL,7.0935000000000005826,7.6506340709999998139,6.5999999999999996447,6.893500000000000405,6.1506340709999998139,6.5999999999999996447);
INSERT INTO memory_log VALUES(26,'3MQqmrOIz4zrstfBiUbj87rgm7D',NULL,26,NULL,NULL,NULL,NULL,NULL,NULL,-2.6810000000000000497,8.5239999999999991331,-5.8479999999999998649,-2.6810000000000000497,8.5239999999999991331,-5.8479999999999998649);
INSERT INTO memory_log VALUES(27,'3MQqmrOIz4zrstfBiUbj87aNk9L',NULL,27,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,2.2999999999999998223,-4.0999999999999996447,-7.9000000000000003552);
INSERT INTO memory_log VALUES(28,'3MQqmrOIz4zrstfBiUbj876lrsN',NULL,28,NULL,NULL,NULL,NULL,NULL,NULL,-6.2450000000000001065,-1.3331333700000000952,4.4000000000000003552,-6.4450000000000002842,-2.3331333700000000952,4.4000000000000003552);
INSERT INTO memory_log VALUES(29,'3MQqmrOIz4zrstfBiUbj87UG4U7',NULL,29,NULL,NULL,NULL,NULL,NULL,NULL,-1.8140000000000000568,6.8010000000000001563,-1.1175299999999999123,-1.8140000000000000568,5.3010000000000001563,-1.1175299999999999123);
INSERT INTO memory_log VALUES(30,'3MQqmrOIz4zrstfBiUbj87WlFgd',NULL,30,NULL,NULL,NULL,NULL,NULL,NULL,8.5804406919999998137,1.0246500000000000607,-5.9000000000000003552,8.480440692000000169,1.0246500000000000607,-5.9000000000000003552);
INSERT INTO memory_log VALUES(31,'3MQqmrOIz4zrstfBiUbj87iuNDj',NULL,31,NULL,NULL,NULL,NULL,NULL,NULL,4.2999999999999998223,-6.8781200000000000116,1.3869100000000000871,4.0999999999999996447,-7.3781200000000000116,1.3869100000000000871);
INSERT INTO memory_log VALUES(32,'3MQqmrOIz4zrstfBiUbj873bvdD',NULL,32,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,1.9612600000000000033,-5.0999999999999996447,-0.31592999999999998861);
INSERT INTO memory_log VALUES(33,'3MQqmrOIz4zrstfBiUbj87vfAyH',NULL,33,NULL,NULL,NULL,NULL,NULL,NULL,-7.8015200000000000102,7.2000000000000001776,-7.5999999999999996447,-7.9015199999999996549,5.7000000000000001776,-7.5999999999999996447);
INSERT INTO memory_log VALUES(34,'3MQqmrOIz4zrstfBiUbj87jJMOP',NULL,34,NULL,NULL,NULL,NULL,NULL,NULL,1.8999999999999999111,4.3337199999999995725,5.4313811879999995824,1.6999999999999999555,4.3337199999999995725,5.4313811879999995824);
INSERT INTO memory_log VALUES(35,'3MQqmrOIz4zrstfBiUbj87oIfft',NULL,35,NULL,NULL,NULL,NULL,NULL,NULL,4.4000000000000003552,-6.5679999999999996163,1.1000000000000000888,4.4000000000000003552,-7.0679999999999996163,1.1000000000000000888);
INSERT INTO memory_log VALUES(36,'3MQqmrOIz4zrstfBiUbj87s1oDc',NULL,36,NULL,NULL,NULL,NULL,NULL,NULL,-3.0089429850000000143,8.1769859079999989148,2.015686722999999958,-3.1089429850000001032,7.176985907999999803,2.015686722999999958);
INSERT INTO memory_log VALUES(37,'3MQqmrOIz4zrstfBiUbj87EbMTa',NULL,37,NULL,NULL,NULL,NULL,NULL,NULL,1.2345600000000001017,2.0,3.0,4.8576300000000003365,1.6619999999999999218,1.2509999999999998898);
INSERT INTO memory_log VALUES(38,'3MQqmrOIz4zrstfBiUbj87pVfGw',NULL,38,NULL,NULL,NULL,NULL,NULL,NULL,-1.1511299999999999865,-2.5085700000000001885,1.5,-1.1511299999999999865,-2.5085700000000001885,1.5);
INSERT INTO memory_log VALUES(39,'3MQqmrOIz4zrstfBiUbj87uaANa',NULL,24,NULL,NULL,NULL,NULL,NULL,NULL,-1.1843919229999999576,5.9000000000000003552,-0.83424741199999996599,-1.2843919230000000464,5.4000000000000003552,-0.83424741199999996599);
INSERT INTO memory_log VALUES(40,'3MQqmrOIz4zrstfBiUbj87MNAwB',NULL,39,NULL,NULL,NULL,NULL,NULL,NULL,-0.2000000000000000111,-0.69999999999999995559,-8.4649999999999998578,-0.4000000000000000222,-1.6999999999999999555,-8.4649999999999998578);
INSERT INTO memory_log VALUES(41,'3MQqmrOIz4zrstfBiUbj87dMQJB',NULL,40,NULL,NULL,NULL,NULL,NULL,NULL,-0.10982000000000000095,-6.8200000000000002842,-8.9000000000000003552,-0.10982000000000000095,-8.3200000000000002842,-8.9000000000000003552);
INSERT INTO memory_log VALUES(42,'3MQqmrOIz4zrstfBiUbj87C7cgH',5,NULL,0.03125,2.5000499999999998834,-5.0000000000000002393e-05,0.03125,1.0000500000000001055,-5.0000000000000002393e-05,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_log VALUES(43,'3MQqmrOIz4zrstfBiUbj87AvgS7',19,NULL,8.4449999999999985078,-7.5999999999999996447,4.5020385919999998947,8.2449999999999992184,-8.0999999999999996447,4.5020385919999998947,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO memory_log VALUES(44,'3MQqmrOIz4zrstfBiUbj87GXokl',20,41,8.5288599999999998857,6.0,1.5,8.5288599999999998857,5.0,1.5,8.5288599999999998857,6.0,1.5,8.5288599999999998857,5.0,1.5);
INSERT INTO memory_log VALUES(45,'3MQqmrOIz4zrstfBiUbj87MNAwB',39,NULL,-0.2000000000000000111,-0.69999999999999995559,-8.4649999999999998578,-0.4000000000000000222,-1.6999999999999999555,-8.4649999999999998578,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE links (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    space TEXT NOT NULL,
    created INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    name TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE CHECK (length(token) = 64),
    password TEXT,
    expires INTEGER,
    min_x REAL, min_y REAL, min_z REAL,
    max_x REAL, max_y REAL, max_z REAL,
    shows_memories INTEGER NOT NULL DEFAULT 1,
    views INTEGER NOT NULL DEFAULT 0,
    last_viewed INTEGER,
    revoked INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE reanchors (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    created INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    changes TEXT NOT NULL,
    undone INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE plans (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    trashed INTEGER,
    account TEXT,
    space TEXT,
    content TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE plan_edits (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    trashed INTEGER,
    plan TEXT,
    content TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE measurements (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 27),
    created INTEGER NOT NULL DEFAULT 0,
    modified INTEGER NOT NULL DEFAULT 0,
    trashed INTEGER,
    account TEXT,
    space TEXT,
    name TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL DEFAULT '{}'
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('memory_log',45);
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
CREATE TRIGGER spaces_search_added AFTER INSERT ON spaces BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'space', new.name, '', '' WHERE new.trashed IS NULL; END;
CREATE TRIGGER spaces_search_removed AFTER DELETE ON spaces BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'space'; END;
CREATE TRIGGER spaces_search_trashed AFTER UPDATE OF trashed ON spaces
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'space';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'space', new.name, '', '' WHERE new.trashed IS NULL;
END;
CREATE TRIGGER spaces_search_changed AFTER UPDATE OF name
ON spaces WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.name, '', '') WHERE id = new.id AND kind = 'space';
END;
CREATE TRIGGER places_search_added AFTER INSERT ON places BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'place', new.name, '', new.notes WHERE new.trashed IS NULL; END;
CREATE TRIGGER places_search_removed AFTER DELETE ON places BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'place'; END;
CREATE TRIGGER places_search_trashed AFTER UPDATE OF trashed ON places
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'place';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'place', new.name, '', new.notes WHERE new.trashed IS NULL;
END;
CREATE TRIGGER places_search_changed AFTER UPDATE OF name, notes
ON places WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.name, '', new.notes) WHERE id = new.id AND kind = 'place';
END;
CREATE TRIGGER things_search_added AFTER INSERT ON things BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'thing', new.name, ifnull(new.category, '') || char(10) || ifnull(new.brand, '') || char(10) || ifnull(new.model, '') || char(10) || ifnull(new.serial, '') || char(10) || ifnull(new.seller, '') || char(10) || ifnull(new.tags, '') || char(10) || ifnull(new.fields, ''), new.notes WHERE new.trashed IS NULL; END;
CREATE TRIGGER things_search_removed AFTER DELETE ON things BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'thing'; END;
CREATE TRIGGER things_search_trashed AFTER UPDATE OF trashed ON things
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'thing';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'thing', new.name, ifnull(new.category, '') || char(10) || ifnull(new.brand, '') || char(10) || ifnull(new.model, '') || char(10) || ifnull(new.serial, '') || char(10) || ifnull(new.seller, '') || char(10) || ifnull(new.tags, '') || char(10) || ifnull(new.fields, ''), new.notes WHERE new.trashed IS NULL;
END;
CREATE TRIGGER things_search_changed AFTER UPDATE OF name, category, brand, model, serial, seller, tags, fields, notes
ON things WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.name, ifnull(new.category, '') || char(10) || ifnull(new.brand, '') || char(10) || ifnull(new.model, '') || char(10) || ifnull(new.serial, '') || char(10) || ifnull(new.seller, '') || char(10) || ifnull(new.tags, '') || char(10) || ifnull(new.fields, ''), new.notes) WHERE id = new.id AND kind = 'thing';
END;
CREATE TRIGGER recordings_search_added AFTER INSERT ON recordings BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'recording', new.title, ifnull(new.answers, ''), new.notes WHERE new.trashed IS NULL; END;
CREATE TRIGGER recordings_search_removed AFTER DELETE ON recordings BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'recording'; END;
CREATE TRIGGER recordings_search_trashed AFTER UPDATE OF trashed ON recordings
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'recording';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'recording', new.title, ifnull(new.answers, ''), new.notes WHERE new.trashed IS NULL;
END;
CREATE TRIGGER recordings_search_changed AFTER UPDATE OF title, answers, notes
ON recordings WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.title, ifnull(new.answers, ''), new.notes) WHERE id = new.id AND kind = 'recording';
END;
CREATE TRIGGER thing_list_added AFTER INSERT ON search_documents WHEN new.kind = 'thing' BEGIN
    INSERT INTO thing_list SELECT new.number, id, name, category, brand, value, currency, purchased, warranty_until, account, space, place, modified FROM things WHERE id = new.id;
    INSERT OR IGNORE INTO thing_tags SELECT j.value, new.number FROM things, json_each(CASE WHEN json_valid(things.tags) THEN things.tags ELSE '[]' END) j WHERE things.id = new.id AND j.type = 'text';
END;
CREATE TRIGGER thing_list_changed AFTER UPDATE OF name, category, brand, value, currency, purchased, warranty_until, account, space, place, modified ON things
WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE thing_list SET (name, category, brand, value, currency, purchased, warranty_until, account, space, place, modified) =
        (new.name, new.category, new.brand, new.value, new.currency, new.purchased, new.warranty_until, new.account, new.space,
        new.place, new.modified)
    WHERE id = new.id;
END;
CREATE TRIGGER thing_tags_changed AFTER UPDATE OF tags ON things
WHEN old.trashed IS NULL AND new.trashed IS NULL AND old.tags IS NOT new.tags BEGIN
    DELETE FROM thing_tags WHERE number = (SELECT number FROM thing_list WHERE id = new.id);
    INSERT OR IGNORE INTO thing_tags SELECT j.value, l.number FROM things, thing_list l, json_each(CASE WHEN json_valid(things.tags) THEN things.tags ELSE '[]' END) j
        WHERE things.id = new.id AND l.id = new.id AND j.type = 'text';
END;
CREATE INDEX sync_rows_by_clock ON sync_rows (site, clock);
CREATE INDEX sync_cells_by_clock ON sync_cells (site, clock);
CREATE INDEX sync_cells_held ON sync_cells (col) WHERE held;
CREATE INDEX memory_versions_by_memory ON memory_versions (memory, id);
CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX invitations_by_account ON invitations (account);
CREATE INDEX grants_by_space ON grants (space);
CREATE INDEX memory_list_by_space ON memory_list (space, id, "group");
CREATE INDEX memory_list_by_group ON memory_list ("group", id);
CREATE INDEX memory_list_arrivals ON memory_list (space, number, "group");
CREATE INDEX memory_tags_by_memory ON memory_tags (id);
CREATE TRIGGER media_search_added AFTER INSERT ON media BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'media', new.caption, ifnull(new.file_name, '') || char(10) || ifnull(new.alternative, ''), new.transcript WHERE new.trashed IS NULL; END;
CREATE TRIGGER media_search_removed AFTER DELETE ON media BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'media'; END;
CREATE TRIGGER media_search_trashed AFTER UPDATE OF trashed ON media
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'media';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'media', new.caption, ifnull(new.file_name, '') || char(10) || ifnull(new.alternative, ''), new.transcript WHERE new.trashed IS NULL;
END;
CREATE TRIGGER media_search_changed AFTER UPDATE OF caption, file_name, alternative, transcript
ON media WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.caption, ifnull(new.file_name, '') || char(10) || ifnull(new.alternative, ''), new.transcript) WHERE id = new.id AND kind = 'media';
END;
CREATE TRIGGER memories_search_added AFTER INSERT ON memories BEGIN INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'memory', new.title, ifnull(new.mood, '') || char(10) || ifnull(new.tags, ''), new.text WHERE new.trashed IS NULL; END;
CREATE TRIGGER memories_search_removed AFTER DELETE ON memories BEGIN DELETE FROM search_documents WHERE id = old.id AND kind = 'memory'; END;
CREATE TRIGGER memories_search_trashed AFTER UPDATE OF trashed ON memories
WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
    DELETE FROM search_documents WHERE id = old.id AND kind = 'memory';
    INSERT INTO search_documents (id, kind, title, keywords, text) SELECT new.id, 'memory', new.title, ifnull(new.mood, '') || char(10) || ifnull(new.tags, ''), new.text WHERE new.trashed IS NULL;
END;
CREATE TRIGGER memories_search_changed AFTER UPDATE OF title, mood, tags, text
ON memories WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    UPDATE search_documents SET (title, keywords, text) = (new.title, ifnull(new.mood, '') || char(10) || ifnull(new.tags, ''), new.text) WHERE id = new.id AND kind = 'memory';
END;
CREATE TRIGGER memory_list_added AFTER INSERT ON search_documents WHEN new.kind = 'memory' BEGIN
    INSERT INTO memory_groups (space, account, privacy, audience, kind, mood) SELECT ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, '') FROM memories m WHERE m.id = new.id
    AND NOT EXISTS (SELECT 1 FROM memory_groups g WHERE (space, account, privacy, audience, kind, mood) = (ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, '')));
    INSERT INTO memory_list (number, id, space, "group", x, y, z, px, py, pz, pin) SELECT new.number, d.id, d.space, d.number, d.x, d.y, d.z, d.px, d.py, d.pz,
CASE WHEN d.x + d.y + d.z IS NOT NULL THEN
    json_array(d.id, round(d.x, 4), round(d.y, 4), round(d.z, 4), CASE d.mood WHEN 'joy' THEN 0 WHEN 'calm' THEN 1 WHEN 'wonder' THEN 2 WHEN 'longing' THEN 3 WHEN 'sorrow' THEN 4 WHEN 'courage' THEN 5 ELSE -1 END, CASE d.kind WHEN 'text' THEN 0 WHEN 'photo' THEN 1 WHEN 'audio' THEN 2 WHEN 'video' THEN 3 ELSE -1 END, d.title,
        d.privacy IN ('public', 'anonymous'))
END FROM (SELECT a.id, a.space, a.title, a.mood, a.kind, a.privacy, a.number, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[0]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[0]') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[0]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[0]') AS REAL) END, 0)) END AS x, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END END AS px, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[1]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[1]') AS REAL) END, 0) + ifnull(CASE WHEN json_type(a.anchor, '$.height') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.height') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[1]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[1]') AS REAL) END, 0) + ifnull(CASE WHEN json_type(a.anchor, '$.height') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.height') AS REAL) END, 0)) END AS y, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END END AS py, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[2]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[2]') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[2]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[2]') AS REAL) END, 0)) END AS z, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END END AS pz
FROM (SELECT m.id, ifnull(m.space, '') AS space, m.title, m.mood, m.kind, m.privacy, g.number,
    CASE WHEN json_valid(m.anchor) THEN m.anchor ELSE '{}' END AS anchor
    FROM memories m JOIN memory_groups g ON (g.space, g.account, g.privacy, g.audience, g.kind, g.mood) = (ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, ''))
    WHERE m.id = new.id) a) d;
END;
CREATE TRIGGER memory_list_changed AFTER UPDATE ON memories WHEN old.trashed IS NULL AND new.trashed IS NULL BEGIN
    INSERT INTO memory_groups (space, account, privacy, audience, kind, mood) SELECT ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, '') FROM memories m WHERE m.id = new.id
    AND NOT EXISTS (SELECT 1 FROM memory_groups g WHERE (space, account, privacy, audience, kind, mood) = (ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, '')));
    UPDATE memory_list SET (id, space, "group", x, y, z, px, py, pz, pin) = (SELECT d.id, d.space, d.number, d.x, d.y, d.z, d.px, d.py, d.pz,
CASE WHEN d.x + d.y + d.z IS NOT NULL THEN
    json_array(d.id, round(d.x, 4), round(d.y, 4), round(d.z, 4), CASE d.mood WHEN 'joy' THEN 0 WHEN 'calm' THEN 1 WHEN 'wonder' THEN 2 WHEN 'longing' THEN 3 WHEN 'sorrow' THEN 4 WHEN 'courage' THEN 5 ELSE -1 END, CASE d.kind WHEN 'text' THEN 0 WHEN 'photo' THEN 1 WHEN 'audio' THEN 2 WHEN 'video' THEN 3 ELSE -1 END, d.title,
        d.privacy IN ('public', 'anonymous'))
END FROM (SELECT a.id, a.space, a.title, a.mood, a.kind, a.privacy, a.number, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[0]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[0]') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[0]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[0]') AS REAL) END, 0)) END AS x, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[0]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[0]') AS REAL) END END AS px, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[1]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[1]') AS REAL) END, 0) + ifnull(CASE WHEN json_type(a.anchor, '$.height') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.height') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[1]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[1]') AS REAL) END, 0) + ifnull(CASE WHEN json_type(a.anchor, '$.height') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.height') AS REAL) END, 0)) END AS y, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[1]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[1]') AS REAL) END END AS py, CASE WHEN abs(ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[2]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[2]') AS REAL) END, 0))) <= 1000000 THEN ifnull(CASE WHEN json_type(a.anchor, '$.screen.position[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.screen.position[2]') AS REAL) END,
    CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END + ifnull(CASE WHEN json_type(a.anchor, '$.offset[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.offset[2]') AS REAL) END, 0)) END AS z, CASE WHEN abs(CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END) <= 1000000 THEN CASE WHEN json_type(a.anchor, '$.point[2]') IN ('integer', 'real') THEN CAST(json_extract(a.anchor, '$.point[2]') AS REAL) END END AS pz
FROM (SELECT m.id, ifnull(m.space, '') AS space, m.title, m.mood, m.kind, m.privacy, g.number,
    CASE WHEN json_valid(m.anchor) THEN m.anchor ELSE '{}' END AS anchor
    FROM memories m JOIN memory_groups g ON (g.space, g.account, g.privacy, g.audience, g.kind, g.mood) = (ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, ''))
    WHERE m.id = new.id) a) d) WHERE id = new.id;
END;
CREATE TRIGGER memory_tags_changed AFTER UPDATE OF tags, space ON memories
WHEN old.trashed IS NULL AND new.trashed IS NULL AND (old.tags, old.space) IS NOT (new.tags, new.space) BEGIN
    DELETE FROM memory_tags WHERE id = new.id;
    INSERT INTO memory_tags (tag, space, id) SELECT j.value, ifnull(m.space, ''), m.id
    FROM memories m, json_each(CASE WHEN json_valid(m.tags) THEN m.tags ELSE '[]' END) j
    WHERE m.id = new.id AND j.type = 'text' GROUP BY j.value COLLATE NOCASE;
END;
CREATE TRIGGER memory_counted AFTER INSERT ON memory_list BEGIN
    UPDATE memory_groups SET count = count + 1 WHERE number = new."group";
    INSERT INTO memory_tags (tag, space, id) SELECT j.value, ifnull(m.space, ''), m.id
    FROM memories m, json_each(CASE WHEN json_valid(m.tags) THEN m.tags ELSE '[]' END) j
    WHERE m.id = new.id AND j.type = 'text' GROUP BY j.value COLLATE NOCASE;
    INSERT INTO memory_log (id, new_group, new_x, new_y, new_z, new_px, new_py, new_pz) VALUES (new.id, new."group", new.x, new.y, new.z, new.px, new.py, new.pz);
    DELETE FROM memory_log WHERE number <= (SELECT max(number) FROM memory_log) - 10000;
END;
CREATE TRIGGER memory_discounted AFTER DELETE ON memory_list BEGIN
    UPDATE memory_groups SET count = count - 1 WHERE number = old."group";
    DELETE FROM memory_tags WHERE id = old.id;
    INSERT INTO memory_log (id, old_group, old_x, old_y, old_z, old_px, old_py, old_pz) VALUES (old.id, old."group", old.x, old.y, old.z, old.px, old.py, old.pz);
    DELETE FROM memory_log WHERE number <= (SELECT max(number) FROM memory_log) - 10000;
END;
CREATE TRIGGER memory_recounted AFTER UPDATE ON memory_list BEGIN
    UPDATE memory_groups SET count = count - 1 WHERE number = old."group";
    UPDATE memory_groups SET count = count + 1 WHERE number = new."group";
    INSERT INTO memory_log (id, old_group, new_group, old_x, old_y, old_z, old_px, old_py, old_pz, new_x, new_y, new_z, new_px, new_py, new_pz)
    VALUES (new.id, old."group", new."group", old.x, old.y, old.z, old.px, old.py, old.pz, new.x, new.y, new.z, new.px, new.py, new.pz);
    DELETE FROM memory_log WHERE number <= (SELECT max(number) FROM memory_log) - 10000;
END;
CREATE TRIGGER follows_kept AFTER DELETE ON search_documents
WHEN old.number > (SELECT ifnull(max(number), 0) FROM search_documents) BEGIN
    UPDATE follows SET seen = old.number - 1 WHERE seen >= old.number;
END;
CREATE TRIGGER search_document_removed AFTER DELETE ON search_documents BEGIN
    INSERT INTO search (search, rowid, kind, title, keywords, text)
    VALUES ('delete', old.number, old.kind, old.title, old.keywords, old.text);
END;
CREATE TRIGGER thing_list_removed AFTER DELETE ON search_documents WHEN old.kind = 'thing' BEGIN
    DELETE FROM thing_list WHERE number = old.number;
    DELETE FROM thing_tags WHERE number = old.number;
END;
CREATE TRIGGER memory_list_gone AFTER DELETE ON search_documents WHEN old.kind = 'memory' BEGIN
    DELETE FROM memory_list WHERE number = old.number;
END;
CREATE INDEX links_by_space ON links (space, id);
CREATE TRIGGER spaces_take_links AFTER DELETE ON spaces BEGIN
    DELETE FROM links WHERE space = old.id;
END;
CREATE INDEX reanchors_by_target ON reanchors (target, id);
CREATE TRIGGER spaces_take_reanchors AFTER DELETE ON spaces BEGIN
    DELETE FROM reanchors WHERE source = old.id OR target = old.id;
END;
CREATE INDEX plans_by_space ON plans (space, id);
CREATE INDEX plans_in_trash ON plans (trashed, id) WHERE trashed IS NOT NULL;
CREATE INDEX plan_edits_by_plan ON plan_edits (plan, id);
CREATE INDEX measurements_by_space ON measurements (space, id);
CREATE INDEX measurements_in_trash ON measurements (trashed, id) WHERE trashed IS NOT NULL;
PRAGMA writable_schema=OFF;
COMMIT;
