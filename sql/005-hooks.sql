-- Webhooks. Times are UTC Unix seconds.

CREATE TABLE hooks (
	id INTEGER PRIMARY KEY AUTOINCREMENT,     -- never given twice: secrets and deliveries go by it
	user_id INTEGER NOT NULL REFERENCES users,
	kind TEXT NOT NULL,                       -- as app/hook_kinds.h has it: 'generic', 'discord', ...
	url TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state = 'on' OR state = 'off'),
	created_at INTEGER NOT NULL,
	secret_number INTEGER NOT NULL DEFAULT 0, -- counts the secrets that it has had; they follow from the service's key
	rotated_at INTEGER,                       -- when the one before was replaced: that one signs for a day more
	free_at INTEGER NOT NULL DEFAULT 0,       -- not before: one is under way so long, or it has failed
	failures INTEGER NOT NULL DEFAULT 0,      -- in a row
	failing_since INTEGER,                    -- the first of these; NULL: the last one was taken
	told_at INTEGER                           -- when its person was told that it fails; NULL: not since it was well
) STRICT;
CREATE INDEX hooks_of_user ON hooks (user_id);

-- A notice in the lane 'hook' is for one webhook; in 'mail' about one, perhaps. 0: none. The hook may be gone.
ALTER TABLE notices ADD COLUMN hook_id INTEGER NOT NULL DEFAULT 0;
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (kind, game_id, rev, user_id, channel, number, hook_id)
	WHERE game_id IS NOT NULL;
CREATE INDEX notices_of_hook ON notices (hook_id) WHERE hook_id <> 0;

-- Two more ways: 'webhook' alone, and 'both'.
CREATE TABLE ways (
	user_id INTEGER NOT NULL REFERENCES users,
	kind TEXT NOT NULL,
	way TEXT NOT NULL CHECK (way IN ('mail', 'digest') OR way IN ('webhook', 'both') OR way = 'off'),
	PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO ways SELECT user_id, kind, way FROM notice_choices;
DROP TABLE notice_choices;
ALTER TABLE ways RENAME TO notice_choices;
