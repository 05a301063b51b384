/* SPDX-License-Identifier: ISC */
/*
 * Every ceiling on what comes from outside, in one list. Nothing is read, allocated or written
 * without one of them. The bounds of the game itself (seats, tiles, spaces) stand in the engine's
 * headers.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
	LIMIT_RECORD_BYTES = 1 << 20, /* one game record as JSON */
	LIMIT_RECORD_ROWS = 8192,     /* rows of its log: 96 tiles leave fewer than 60 each */
	LIMIT_JSON_DEPTH = 32,        /* arrays and objects within one another */
	LIMIT_JSON_MEMBERS = 4096,    /* of one object */
	LIMIT_JSON_NUMBER_BYTES = 63, /* of one number's text: what cJSON reads */
	LIMIT_NAME_CODE_POINTS = 40,  /* a player's name */
	LIMIT_NAME_BYTES = 4 * LIMIT_NAME_CODE_POINTS,
	LIMIT_BOT_NAME_BYTES = 31,
	LIMIT_SET_NAME_BYTES = 63, /* a tile set's name */

	LIMIT_ADDRESS_BYTES = 254,  /* a mail address (RFC 5321, 4.5.3.1) */
	LIMIT_ZONE_BYTES = 63,      /* a time zone's name */
	LIMIT_AGENT_BYTES = 120,    /* of a browser's name for itself, what is kept */
	LIMIT_HOOK_URL_BYTES = 500, /* of a webhook */
	LIMIT_NEXT_BYTES = 400,     /* a local path to go on to after signing in */
	LIMIT_TURN_BYTES =
		400, /* a turn's text; all that can be read fits when it is written again */

	/* Mail that comes in: what is larger, or has more of it, is refused. */
	LIMIT_INCOMING_BYTES = 1 << 20,        /* the whole, before it is parsed */
	LIMIT_INCOMING_FIELDS = 500,           /* of its head */
	LIMIT_INCOMING_FIELD_BYTES = 32 << 10, /* one of them, folded */
	LIMIT_INCOMING_DASHES = 1000,  /* lines that begin with "--": what may be a boundary */
	LIMIT_INCOMING_LABELS = 20000, /* lines like "Name: value": what may be a field of a part */
	LIMIT_INCOMING_PARTS = 100,
	LIMIT_INCOMING_DEPTH = 20, /* parts within one another */
	/* Of these, what is over is left out. */
	LIMIT_INCOMING_TEXTS = 4,              /* parts of a kind: plain text, HTML */
	LIMIT_INCOMING_TEXT_BYTES = 128 << 10, /* of those of a kind together, decoded */
	LIMIT_INCOMING_RECIPIENTS = 32,
	LIMIT_INCOMING_BOUNCES = 16,
	LIMIT_INCOMING_ID_BYTES = 250,
	LIMIT_INCOMING_REFERENCES_BYTES = 1000,
	LIMIT_INCOMING_SUBJECT_BYTES = 250,
	LIMIT_FIRST_LINE_BYTES = 500,   /* more than a turn may have: what was cut is none */
	LIMIT_REPLY_DETAIL_BYTES = 240, /* what an answer says of it, in a sentence */
	/* Answers to mails, for each player and each sender: beyond these what they say is done,
	 * and not answered. Those to whom no game is known to be theirs get fewer. */
	LIMIT_REPLIES_AN_HOUR = 60,
	LIMIT_REPLIES_A_DAY = 240,
	LIMIT_REPLIES_TO_STRANGERS = 3, /* a day */
	LIMIT_REPLIES_TO_IDLE = 12,     /* a day, to mails that did nothing: a machine that hides
	                                   that it is one may answer our answers */
	LIMIT_HTML_DEPTH = 256,         /* elements within one another */

	LIMIT_MORE_TIMES = 20, /* that more time is given for one turn */

	LIMIT_TARGET_BYTES = 2048,      /* of a request: path and query */
	LIMIT_HEADERS = 64,             /* of a request */
	LIMIT_HEADER_BYTES = 4096,      /* one of them: name and value */
	LIMIT_HEAD_BYTES = 16384,       /* all of them */
	LIMIT_FIELDS = 64,              /* of a query or a form */
	LIMIT_BODY_BYTES = 16384,       /* of a POST, where its route does not say */
	LIMIT_RESPONSE_BYTES = 4 << 20, /* one answer */
	LIMIT_REQUEST_S = 10,           /* for a whole request to come in */
	LIMIT_ANSWER_S = 60,            /* for its answer to be made and taken */
	LIMIT_CONNECTIONS = 800,        /* at a time; below the usual limit of descriptors */
	LIMIT_CONNECTIONS_OF_ONE = 200, /* of one address, where no proxy is trusted */
	LIMIT_KEPT_BYTES = 16 << 20,
	LIMIT_REPLAYS_BYTES = 32 << 20, /* of games that are kept replayed */

	/* Rates: one more each so many milliseconds, and so many at once. A page is some requests,
	 * and people come in groups: a school, a mobile network. rate.h says who is counted. */
	LIMIT_NETWORK_EVERY_MS = 25,
	LIMIT_NETWORK_AT_ONCE = 1200,
	LIMIT_NETWORK_POST_EVERY_MS = 250,
	LIMIT_NETWORK_POST_AT_ONCE = 240,
	LIMIT_NETWORK_SIGNIN_EVERY_MS = 30000,
	LIMIT_NETWORK_SIGNIN_AT_ONCE = 20,
	LIMIT_NETWORK_GUEST_EVERY_MS = 60000,
	LIMIT_NETWORK_GUEST_AT_ONCE = 20,
	LIMIT_ACCOUNT_EVERY_MS = 50,
	LIMIT_ACCOUNT_AT_ONCE = 600,
	LIMIT_ACCOUNT_POST_EVERY_MS = 500,
	LIMIT_ACCOUNT_POST_AT_ONCE = 120,
	LIMIT_ACCOUNT_INVITE_EVERY_MS = 120000,
	LIMIT_ACCOUNT_INVITE_AT_ONCE = 30,
	LIMIT_ACCOUNT_HOOK_EVERY_MS = 15000, /* tests of webhooks, and what is sent to one again */
	LIMIT_ACCOUNT_HOOK_AT_ONCE = 10,
	LIMIT_ADDRESS_INVITATIONS_A_DAY = 5, /* to one address or account, whoever invites */
	LIMIT_ADDRESS_MAIL_EVERY_MS = 300000,
	LIMIT_ADDRESS_MAIL_AT_ONCE = 4,
};

#endif
