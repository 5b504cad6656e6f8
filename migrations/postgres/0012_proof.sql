-- Who chose the password of an account shows that its email is theirs. What others shared before waits for an answer.
ALTER TABLE users DROP COLUMN claimed_hash;
ALTER TABLE users ADD COLUMN registration_hash text COLLATE "C" CHECK (length(registration_hash) = 64);
CREATE TABLE paused_sharing (
	user_id text COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
	snapshot text COLLATE "C" NOT NULL,
	created_at bigint NOT NULL
);
