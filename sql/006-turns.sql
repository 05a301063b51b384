-- Each turn changes these: one index of what is due first of a seat, deadline or reminder, and one of a game's notices
-- that wait; all of them are looked for only where the game is deleted.
DROP INDEX seats_deadline;
DROP INDEX seats_remind;
CREATE INDEX seats_due ON seats (coalesce(min(remind_at, deadline_at), remind_at, deadline_at))
	WHERE coalesce(min(remind_at, deadline_at), remind_at, deadline_at) IS NOT NULL;
DROP INDEX notices_of_game;
CREATE INDEX notices_asked ON notices (game_id) WHERE state = 'waiting' OR state = 'sending';
DROP INDEX notices_once;
CREATE UNIQUE INDEX notices_once ON notices (game_id, rev, kind, user_id, channel, number, hook_id)
	WHERE game_id IS NOT NULL;
