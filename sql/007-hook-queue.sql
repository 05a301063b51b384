-- What goes to webhooks next. What waits longest for each of them is found without passing by all that waits behind it:
-- the dead may have thousands. That one is under way to a webhook is said by the notice, not by a second row:
-- free_at is from now on when the next attempt may be made after one that failed.

CREATE INDEX notices_for_hook ON notices (hook_id, due_at) WHERE state = 'waiting' AND channel = 'hook';
CREATE INDEX notices_at_hook ON notices (hook_id, lease_until) WHERE lease_until IS NOT NULL AND channel = 'hook'; -- cancelled ones too

-- Of each webhook the notice that waits longest, due when its webhook is free for it; and those under way, due again
-- when their lease runs out. Left joins: what is for a webhook that is gone is to be settled too.
CREATE VIEW hook_queue (notice_id, due_at, is_waiting, is_failing) AS
	WITH RECURSIVE waiting (hook_id) AS (
		SELECT min(hook_id) FROM notices INDEXED BY notices_for_hook WHERE state = 'waiting' AND channel = 'hook'
		UNION ALL
		SELECT (SELECT min(n.hook_id) FROM notices AS n INDEXED BY notices_for_hook
			WHERE n.state = 'waiting' AND n.channel = 'hook' AND n.hook_id > waiting.hook_id)
		FROM waiting WHERE waiting.hook_id IS NOT NULL)
	SELECT n.id, max(n.due_at, ifnull(h.free_at, 0), ifnull((SELECT max(lease_until) FROM notices INDEXED BY notices_at_hook
			WHERE lease_until IS NOT NULL AND channel = 'hook' AND hook_id = n.hook_id), 0)), 1, ifnull(h.failures, 0) > 0
		FROM waiting JOIN notices AS n ON n.id = (SELECT id FROM notices INDEXED BY notices_for_hook
			WHERE state = 'waiting' AND channel = 'hook' AND hook_id = waiting.hook_id ORDER BY due_at, id LIMIT 1)
		LEFT JOIN hooks AS h ON h.id = waiting.hook_id
	UNION ALL
	SELECT n.id, n.lease_until, 0, ifnull(h.failures, 0) > 0
		FROM notices AS n LEFT JOIN hooks AS h ON h.id = n.hook_id
		WHERE n.state = 'sending' AND n.channel = 'hook';
