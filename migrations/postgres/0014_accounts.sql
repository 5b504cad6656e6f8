-- An email waits until the link sent to it is opened. Accounts can be turned off.
ALTER TABLE users ADD COLUMN new_email text COLLATE "C" CHECK (length(new_email) BETWEEN 3 AND 254);
ALTER TABLE users ADD COLUMN new_email_at bigint;
ALTER TABLE users ADD COLUMN disabled_at bigint;
CREATE UNIQUE INDEX users_new_email_unique ON users (new_email);
ALTER TABLE tokens DROP CONSTRAINT tokens_purpose_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_purpose_check CHECK (purpose IN ('verify', 'reset', 'email'));
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check
	CHECK (kind IN ('verify', 'taken', 'reset', 'password-changed', 'new-email', 'email-changed'));
