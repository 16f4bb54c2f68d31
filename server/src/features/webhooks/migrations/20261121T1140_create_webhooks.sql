-- Addresses that are told what happens in a workspace.
create table webhooks (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  url text not null,
  description text not null,
  events jsonb not null,
  is_enabled boolean not null default true,
  -- Why it is off; null while it is on.
  disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
  -- Since when nothing got through.
  failing_since timestamptz(3),
  encrypted_secret text not null,
  -- Signs as well until the moment beside it, after a new secret was made.
  encrypted_previous_secret text,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (is_enabled = (disabled_reason is null))
);
create index webhooks_by_workspace on webhooks (workspace_id, created_at);

-- One event on its way to one webhook. Written in the transaction that makes the event true.
create table webhook_deliveries (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  webhook_id text collate "C" not null references webhooks (id) on delete cascade,
  event_id text collate "C" not null,
  event_type text not null,
  -- As it is sent, byte for byte: the signature is over these bytes.
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz(3) not null default now(),
  attempt_count integer not null default 0,
  -- Tries since the event came or somebody replayed it: they choose the next pause.
  round_attempts integer not null default 0,
  last_status integer,
  last_failure text not null default '',
  next_attempt_at timestamptz(3),
  -- Until when the process that sends it now may take.
  lease_until timestamptz(3)
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_attempt_at, id) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id text collate "C" not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  workspace_id text collate "C" not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  failure text not null,
  answer text not null,
  primary key (delivery_id, number)
);
