-- Lists of somebody's games, from these two alone until it is known which ones are shown. is_awaited, which is derived,
-- is 1 in running games alone.
CREATE INDEX seats_awaited ON seats (user_id, game_id, deadline_at, awaited_since, is_awaited, resigned_at)
	WHERE is_awaited = 1 AND resigned_at IS NULL AND user_id IS NOT NULL;
DROP INDEX games_of_owner;
CREATE INDEX games_of_owner ON games (owner_id, id);
