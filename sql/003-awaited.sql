-- How many games wait for somebody stands on every page. is_awaited, which is derived, is 1 in running games alone.
CREATE INDEX seats_awaited ON seats (user_id, deadline_at)
	WHERE is_awaited = 1 AND resigned_at IS NULL AND user_id IS NOT NULL;
