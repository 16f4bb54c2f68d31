-- What open screens are told; pruned by age. Numbers are given out before commits, so what a screen has
-- seen is said by snapshots of `transaction_id`, not by the highest number.
create table live_events (
  id bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  event jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index live_events_unseen on live_events (workspace_id, transaction_id);
create index live_events_age on live_events (created_at);

-- Mails kept on this machine where no mail server is set.
create table outbox_mails (
  id text collate "C" primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  sent_at timestamptz(3) not null default now()
);
create index outbox_mails_age on outbox_mails (sent_at);
