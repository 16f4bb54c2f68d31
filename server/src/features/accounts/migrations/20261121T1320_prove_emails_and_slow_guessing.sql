-- A workspace made by a signup begins with a free trial; others have none.
alter table workspaces add column trial_ends_at timestamptz(3);

-- What was mailed to a user to prove that the mailbox is theirs: one per purpose, so that a new one voids the old.
create table mailed_secrets (
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  -- A keyed hash: a stolen database does not give the six digits away.
  secret_hash text not null unique,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, purpose)
);

-- Tries of passwords and orders of mails, counted for all processes. The key is a hash of what is counted.
create table counted_tries (
  key text primary key,
  tries integer not null,
  -- Before this moment the next try is refused.
  next_at timestamptz(3) not null,
  -- From this moment on the row counts as absent.
  forget_at timestamptz(3) not null
);
create index counted_tries_by_forget_at on counted_tries (forget_at);
