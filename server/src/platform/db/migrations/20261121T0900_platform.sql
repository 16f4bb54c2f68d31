-- What open screens are told; pruned by age. `id` grows in commit order within a workspace, because who
-- publishes holds that workspace's lock until the end of the transaction.
create table live_events (
  id bigint generated always as identity primary key,
  workspace_id text collate "C" not null,
  event jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index live_events_workspace on live_events (workspace_id, id);
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
