-- Mails that came in from somebody who knew a secret of a game (N7), a month long: what each did, and what its
-- receipt says. One that comes twice is known by its hash.
CREATE TABLE replies (
	id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE,                -- SHA-256 of the secret's address, sender and Message-ID
	at INTEGER NOT NULL,
	user_id INTEGER NOT NULL REFERENCES users, -- whose secret it was
	sender TEXT NOT NULL,                     -- where it came from
	game_id TEXT NOT NULL REFERENCES games,
	message_id TEXT NOT NULL,                 -- '' for none
	outcome TEXT NOT NULL,                    -- 'done', 'unclear', ...
	said TEXT NOT NULL,                       -- the person's line
	detail TEXT NOT NULL,                     -- a sentence about it, '' for none
	is_answered INTEGER NOT NULL              -- 0: there were too many
) STRICT;
CREATE INDEX replies_of_user ON replies (user_id, at);
CREATE INDEX replies_of_sender ON replies (sender, at);
CREATE INDEX replies_of_game ON replies (game_id);
CREATE INDEX replies_at ON replies (at);
