-- The first shape of the database. Files in this folder run in order, each once, in one transaction; none is
-- ever changed after a release. Times are UTC Unix seconds. Columns marked "derived" could be worked out by
-- replaying the game's moves: lists need them, `slowsafari fsck` compares them.
-- Words that a column may have stand two by two: for a longer IN of a CHECK SQLite makes a table of its own for
-- each row that is written: a quarter of the writer's time for a turn.

CREATE TABLE users (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL,                       -- 1 to 40 characters, no controls
	is_guest INTEGER NOT NULL,                -- 1 until an address is confirmed
	zone TEXT NOT NULL DEFAULT 'UTC',         -- IANA time zone
	standing_order INTEGER NOT NULL DEFAULT 2,-- add a token when it gains so many points; 0 never; -1 ask me
	created_at INTEGER NOT NULL,
	seen_at INTEGER NOT NULL,                 -- at most a day old while sessions are used
	deleted_at INTEGER                        -- the row stays for finished games, without name and addresses
) STRICT;

CREATE TABLE addresses (
	address TEXT PRIMARY KEY,                 -- as address_normalise() leaves it
	user_id INTEGER NOT NULL REFERENCES users,
	confirmed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX addresses_of_user ON addresses (user_id);

CREATE TABLE sessions (
	hash BLOB PRIMARY KEY,                    -- SHA-256 of the cookie's 32 bytes
	id INTEGER NOT NULL UNIQUE,               -- names it in lists
	user_id INTEGER NOT NULL REFERENCES users,
	agent TEXT NOT NULL,                      -- what the browser calls itself, cut
	created_at INTEGER NOT NULL,
	seen_at INTEGER NOT NULL                  -- to the day
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_user ON sessions (user_id);

-- A mail with a link and a code is out: to sign in, or to add an address to the account of user_id.
CREATE TABLE signins (
	id INTEGER PRIMARY KEY,
	link_hash BLOB NOT NULL UNIQUE,           -- SHA-256 of the link's secret
	browser_hash BLOB NOT NULL UNIQUE,        -- SHA-256 of the cookie of the browser that asked: the code works there only
	code_hash BLOB NOT NULL,                  -- SHA-256 of the id's secret salt and the code
	code_salt BLOB NOT NULL,
	address TEXT NOT NULL,
	user_id INTEGER REFERENCES users,         -- who adds the address, or the guest who signs in; NULL for a visitor
	next TEXT NOT NULL,                       -- the local path that one wanted
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	tries_left INTEGER NOT NULL,              -- of the code
	used_at INTEGER
) STRICT;
CREATE INDEX signins_of_address ON signins (address, created_at);
CREATE INDEX signins_of_user ON signins (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE tilesets (
	sha256 TEXT PRIMARY KEY,                  -- of bytes, hexadecimal
	name TEXT NOT NULL,
	bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
	id TEXT PRIMARY KEY,                      -- 8 characters of base 32
	name TEXT NOT NULL,
	owner_id INTEGER NOT NULL REFERENCES users,
	is_public INTEGER NOT NULL,               -- seen without signing in
	state TEXT NOT NULL CHECK (state IN ('open', 'running') OR state IN ('over', 'removed')),
	rules INTEGER NOT NULL,                   -- version
	tileset TEXT NOT NULL REFERENCES tilesets,
	final_scoring TEXT NOT NULL,              -- as in the record
	baobab_tokens TEXT NOT NULL,
	turn_s INTEGER NOT NULL,                  -- time for a turn; 0: none
	grace_s INTEGER NOT NULL,
	join_key TEXT NOT NULL UNIQUE,            -- whoever has the link may join
	seed BLOB NOT NULL,                       -- 32 bytes; shown when the game is over
	commitment BLOB NOT NULL,
	rematch_of TEXT REFERENCES games,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER,
	is_dev INTEGER NOT NULL,                  -- played under --dev: says so for ever
	rev INTEGER NOT NULL,                     -- never goes back
	move_count INTEGER NOT NULL,
	head BLOB NOT NULL,                       -- the last move's link, or the genesis link
	draw_at INTEGER,                          -- derived: when the draw that is due is made; NULL: none is due
	undo_count INTEGER,                       -- moves that stay when the last turn is taken back; NULL: it can't be
	undo_seat INTEGER,
	undo_deadline INTEGER,                    -- of undo_seat, before its turn
	awaits TEXT NOT NULL,                     -- derived: as `slowsafari legal` says it
	seat_on_turn INTEGER,                     -- derived
	tile TEXT,                                -- derived: in hand, "CS4.1"
	turn INTEGER NOT NULL                     -- derived: tiles placed
) STRICT;
CREATE INDEX games_open ON games (state, is_public, created_at);
CREATE INDEX games_draw ON games (draw_at) WHERE draw_at IS NOT NULL;
CREATE INDEX games_of_owner ON games (owner_id);
CREATE INDEX games_after ON games (rematch_of) WHERE rematch_of IS NOT NULL;

-- The places at a table. Before the start they stand in the order of creation, then by their number (R7).
CREATE TABLE seats (
	game_id TEXT NOT NULL REFERENCES games,
	place INTEGER NOT NULL,                   -- 0 and up, in the order of creation
	kind TEXT NOT NULL CHECK (kind IN ('open', 'link') OR kind IN ('address', 'bot')), -- for whom
	address TEXT,                             -- of kind 'address': for whom it is kept
	bot TEXT,                                 -- of kind 'bot': its name
	user_id INTEGER REFERENCES users,         -- who sits there; NULL: nobody yet, or a bot
	held_until INTEGER,                       -- the place is kept so long for signin_id's mail
	signin_id INTEGER REFERENCES signins,
	joined INTEGER,                           -- 0 joined first; NULL: nobody
	color INTEGER,                            -- 0 to 4: yellow, red, green, blue, black
	entropy BLOB,                             -- 16 bytes
	entropy_from TEXT,                        -- 'player' or 'server'
	seat INTEGER,                             -- clockwise number; NULL before the start
	standing_order INTEGER,                   -- overrides the account's; NULL: as there
	is_awaited INTEGER NOT NULL DEFAULT 0,    -- derived: its word, turn or draw
	deadline_at INTEGER,                      -- of what is awaited
	score INTEGER NOT NULL DEFAULT 0,         -- derived
	has_won INTEGER NOT NULL DEFAULT 0,       -- derived
	resigned_at INTEGER,                      -- derived
	moved_at INTEGER,                         -- its last own act
	PRIMARY KEY (game_id, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seats_of_user ON seats (user_id, game_id);
CREATE UNIQUE INDEX seats_by_number ON seats (game_id, seat);
CREATE INDEX seats_for_address ON seats (address) WHERE address IS NOT NULL;
CREATE INDEX seats_held ON seats (held_until) WHERE held_until IS NOT NULL;
CREATE INDEX seats_of_signin ON seats (signin_id) WHERE signin_id IS NOT NULL;
CREATE INDEX seats_automatic ON seats (game_id) WHERE is_awaited = 1 AND (kind = 'bot' OR resigned_at IS NOT NULL);

CREATE TABLE moves (
	game_id TEXT NOT NULL REFERENCES games,
	n INTEGER NOT NULL,                       -- 0 and up, without gaps
	seat INTEGER NOT NULL,                    -- on turn, for draws and ends
	by TEXT NOT NULL CHECK (by IN ('person', 'caretaker') OR by IN ('standing order', 'bot') OR by = 'clock'),
	at INTEGER NOT NULL,
	text TEXT NOT NULL,                       -- notation: "place 3,1 90", "draw", "end agreed"
	rev INTEGER NOT NULL,                     -- of the game after the submission that it came with
	link BLOB NOT NULL,                       -- SHA-256 over the previous link and this row
	PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;

-- What was submitted and stands, or was taken back: a second identical one is told apart from a new one.
CREATE TABLE submissions (
	game_id TEXT NOT NULL REFERENCES games,
	seat INTEGER NOT NULL,
	base_rev INTEGER NOT NULL,                -- the rev that it was put against
	text TEXT NOT NULL,
	rev INTEGER NOT NULL,                     -- the game's after it
	is_undone INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (game_id, seat, base_rev)
) STRICT, WITHOUT ROWID;

-- What somebody is to be told. Composed outside the writer, the bytes kept until settled.
CREATE TABLE notices (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL,                       -- 'sign in', 'your turn', 'your word', ...
	game_id TEXT REFERENCES games,
	rev INTEGER,
	user_id INTEGER REFERENCES users,
	signin_id INTEGER REFERENCES signins,
	channel TEXT NOT NULL,                    -- 'mail'
	address TEXT,
	due_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('waiting', 'sending') OR state IN ('sent', 'dead') OR state = 'cancelled'),
	tries INTEGER NOT NULL DEFAULT 0,
	lease_until INTEGER,                      -- a worker has it so long
	bytes BLOB,                               -- as sent; deleted when settled
	answer TEXT,                              -- what the other side said last
	settled_at INTEGER
) STRICT;
CREATE INDEX notices_due ON notices (state, due_at);
CREATE INDEX notices_of_game ON notices (game_id, state) WHERE game_id IS NOT NULL;
CREATE INDEX notices_of_user ON notices (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX notices_of_signin ON notices (signin_id) WHERE signin_id IS NOT NULL;
CREATE UNIQUE INDEX notices_once ON notices (kind, game_id, rev, user_id, channel) WHERE game_id IS NOT NULL;
