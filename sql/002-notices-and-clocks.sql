-- Mails of turns, and clocks. Times are UTC Unix seconds; "derived" as in 001.

-- One row: what the service keeps of itself.
CREATE TABLE service (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	key BLOB NOT NULL,                        -- 32 bytes; the secrets in mails' addresses and links follow from it
	beat_at INTEGER NOT NULL,                 -- when its clock beat last: what is longer ago was an outage
	outage_from INTEGER,                      -- one that is being credited to clocks; NULL: none
	outage_until INTEGER,
	outage_user INTEGER,                      -- to those of users up to this one it was, of this one in games
	outage_game TEXT                          -- up to this
) STRICT;

-- When somebody's clock stands still, as base/calendar.h writes it: zone, quiet hours, holidays. Rows stay as they
-- are: a clock that runs goes by the calendar with which it began.
CREATE TABLE calendars (
	id INTEGER PRIMARY KEY,
	text TEXT NOT NULL UNIQUE
) STRICT;

ALTER TABLE users ADD COLUMN calendar_id INTEGER REFERENCES calendars; -- NULL: the clock never stands still
CREATE INDEX users_of_calendar ON users (calendar_id) WHERE calendar_id IS NOT NULL;
ALTER TABLE users ADD COLUMN mail_address TEXT;               -- where mails go; NULL: to the oldest address
ALTER TABLE users ADD COLUMN mail_off INTEGER NOT NULL DEFAULT 0; -- 0: mails go out; 1: the person wants none; 2: they bounced
ALTER TABLE users ADD COLUMN bounced_at INTEGER;              -- the hard bounce of mail_address from which others count
ALTER TABLE users ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 8; -- of the day, in the person's zone
ALTER TABLE users ADD COLUMN feed_number INTEGER NOT NULL DEFAULT 0; -- counts the addresses that the feed of deadlines has had

-- How somebody wants to hear of a kind of notice; no row: by the kind's default.
CREATE TABLE notice_choices (
	user_id INTEGER NOT NULL REFERENCES users,
	kind TEXT NOT NULL,
	way TEXT NOT NULL CHECK (way IN ('mail', 'digest') OR way = 'off'),
	PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;

-- Addresses of no account that want no invitations.
CREATE TABLE refusals (
	address TEXT PRIMARY KEY,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A clock runs from awaited_since for clock_s seconds, in which its calendar's rests do not count: deadline_at
-- follows from these three, remind_at from these and reminders. They stay when the seat has acted: a take back
-- goes on with them.
ALTER TABLE seats ADD COLUMN awaited_since INTEGER;           -- when its clock, or wait, began; later by what outages took of it
ALTER TABLE seats ADD COLUMN clock_s INTEGER;                 -- time for it; NULL: no clock
ALTER TABLE seats ADD COLUMN calendar_id INTEGER REFERENCES calendars; -- NULL: never rests
ALTER TABLE seats ADD COLUMN remind_at INTEGER;               -- derived: when the next reminder is due; NULL: none
ALTER TABLE seats ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0;    -- so many were due since awaited_since
ALTER TABLE seats ADD COLUMN absent_turns INTEGER NOT NULL DEFAULT 0; -- the caretaker's, in a row
ALTER TABLE seats ADD COLUMN agrees_more_time INTEGER NOT NULL DEFAULT 0; -- to more time for what is awaited now
ALTER TABLE seats ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0;     -- no notices of this game
ALTER TABLE games DROP COLUMN undo_deadline;
UPDATE seats SET clock_s = turn_s, awaited_since = deadline_at - turn_s, remind_at = deadline_at - turn_s / 2
	FROM games WHERE id = game_id AND deadline_at IS NOT NULL AND kind <> 'bot' AND resigned_at IS NULL;
UPDATE seats SET awaited_since = at, remind_at = at + 3 * 86400
	FROM games JOIN moves ON moves.game_id = games.id AND n = move_count - 1
	WHERE games.id = seats.game_id AND is_awaited = 1 AND awaits <> 'tile' AND turn_s = 0
	AND kind <> 'bot' AND resigned_at IS NULL;
UPDATE seats SET deadline_at = NULL WHERE kind = 'bot' OR resigned_at IS NOT NULL;
CREATE INDEX seats_deadline ON seats (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX seats_of_calendar ON seats (calendar_id) WHERE calendar_id IS NOT NULL;
CREATE INDEX seats_absent ON seats (game_id) WHERE is_awaited = 1 AND absent_turns > 0;
CREATE INDEX seats_remind ON seats (remind_at) WHERE remind_at IS NOT NULL;

ALTER TABLE notices ADD COLUMN number INTEGER NOT NULL DEFAULT 0;  -- which of its kind for that rev: reminders
ALTER TABLE notices ADD COLUMN is_news INTEGER NOT NULL DEFAULT 0; -- tells what has happened: an act of the person does not cancel it
ALTER TABLE notices ADD COLUMN digest_id INTEGER REFERENCES notices ON DELETE SET NULL; -- the mail of the day that it went with
UPDATE notices SET is_news = 1 WHERE kind = 'game over';
-- Until here nobody was mailed of games: ends are no news after two days.
UPDATE notices SET state = 'cancelled', settled_at = due_at, answer = 'too old'
	WHERE kind = 'game over' AND state = 'waiting' AND due_at < (SELECT max(at) FROM moves) - 2 * 86400;

-- The channel is the lane in which it waits: 'sign in', 'mail', or 'digest' until that mail is due.
UPDATE notices SET channel = 'sign in' WHERE kind = 'sign in';
DROP INDEX notices_due;
CREATE INDEX notices_waiting ON notices (channel, due_at) WHERE state = 'waiting';
CREATE INDEX notices_sending ON notices (channel, lease_until) WHERE state = 'sending';
CREATE INDEX notices_settled ON notices (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX notices_kept ON notices (settled_at) WHERE settled_at IS NOT NULL AND bytes IS NOT NULL; -- cancelled, and perhaps taken back
CREATE INDEX notices_for_digest ON notices (user_id) WHERE channel = 'digest' AND state = 'waiting';
CREATE INDEX notices_in_digest ON notices (digest_id) WHERE digest_id IS NOT NULL;
CREATE INDEX notices_to_address ON notices (address, created_at) WHERE address IS NOT NULL;
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (kind, game_id, rev, user_id, channel, number) WHERE game_id IS NOT NULL;
