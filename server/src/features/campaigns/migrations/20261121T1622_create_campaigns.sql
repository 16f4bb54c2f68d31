-- Outbound campaigns: whom to call, when and by which number, and every attempt that was made.
create table campaigns (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  status text not null check (status in ('running', 'paused', 'stopped')),
  -- Why it has the status, where nobody of the team chose it: finished, breaker, no_agent, no_number.
  status_reason text,
  agent_id text collate "C" references agents (id) on delete set null,
  agent_name text not null default '',
  dialing_mode text not null check (dialing_mode in ('predictive', 'power', 'dynamic')),
  -- Of start_date and start_at; the daily hours are kept by each contact's own clock.
  time_zone text not null,
  -- As typed, YYYY-MM-DD, empty without one; start_at is that day's start_time in time_zone.
  start_date text not null default '',
  start_at timestamptz(3),
  start_time text not null,
  end_time text not null,
  rules jsonb not null,
  -- Grows with every change of settings or status: a dial loop that read an older one reads again.
  revision integer not null default 1,
  -- What the circuit breaker remembers.
  breaker jsonb,
  created_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index campaigns_by_workspace on campaigns (workspace_id, id desc);
create index campaigns_running on campaigns (id) where status = 'running';
create index campaigns_by_agent on campaigns (agent_id);

-- The numbers a campaign calls with.
create table campaign_numbers (
  campaign_id text collate "C" not null references campaigns (id) on delete cascade,
  number_id text collate "C" not null references phone_numbers (id) on delete cascade,
  position integer not null,
  primary key (campaign_id, number_id)
);
create index campaign_numbers_by_number on campaign_numbers (number_id);

create table contacts (
  id text collate "C" primary key,
  campaign_id text collate "C" not null references campaigns (id) on delete cascade,
  workspace_id text collate "C" not null,
  import_id text collate "C",
  row_number integer,
  phone text collate "C" not null,
  -- What the file says, by product field.
  fields jsonb not null default '{}',
  name text not null default '',
  -- Lower case, for the search.
  search_name text collate "C" not null default '',
  -- The zone its hours are kept in, and others the number may lie in: the strictest counts.
  time_zone text not null,
  other_zones jsonb not null default '[]',
  consent text,
  state text not null check (state in ('waiting', 'calling', 'done', 'failed', 'do_not_call', 'removed')),
  reason text not null,
  outcome text,
  attempts integer not null default 0,
  -- When it may be dialled, at the earliest; null unless waiting.
  next_at timestamptz(3),
  last_at timestamptz(3),
  last_call_id text,
  created_at timestamptz(3) not null default now(),
  unique (campaign_id, phone)
);
create index contacts_due on contacts (campaign_id, next_at, id) where state = 'waiting';
create index contacts_by_state on contacts (campaign_id, state, id);
create index contacts_in_order on contacts (campaign_id, id);
create index contacts_by_phone on contacts (workspace_id, phone);
create index contacts_by_name on contacts (campaign_id, search_name);

-- One call, or the try to place one, and why it was right to place it. Kept when the campaign is gone.
create table campaign_attempts (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  campaign_id text collate "C" not null,
  contact_id text collate "C" not null,
  -- 1 for the first.
  ordinal integer not null,
  phone text collate "C" not null,
  from_number text not null,
  agent_id text collate "C",
  agent_version_id text collate "C",
  call_id text collate "C",
  -- claimed: row made, call not yet placed · dialed: the call row exists · ended: its outcome is kept.
  state text not null check (state in ('claimed', 'dialed', 'ended')),
  -- Who runs it, and until when that counts: a lease not renewed is a slot given back.
  process_id text,
  lease_until timestamptz(3),
  -- The contact's own clock at the moment of dialing.
  local_time text not null,
  time_zone text not null,
  checks jsonb not null default '[]',
  end_reason text,
  outcome text,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  unique (contact_id, ordinal)
);
create unique index campaign_attempts_by_call on campaign_attempts (call_id) where call_id is not null;
create index campaign_attempts_open on campaign_attempts (campaign_id, lease_until) where state <> 'ended';
create index campaign_attempts_of_phone on campaign_attempts (workspace_id, phone, created_at desc);
create index campaign_attempts_by_campaign on campaign_attempts (campaign_id, created_at desc);

-- What the status dialog shows, kept as things happen and spread over shards, so that many calls can end at once.
create table campaign_counts (
  campaign_id text collate "C" not null references campaigns (id) on delete cascade,
  shard smallint not null,
  waiting bigint not null default 0,
  calling bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  do_not_call bigint not null default 0,
  removed bigint not null default 0,
  calls_made bigint not null default 0,
  answered bigint not null default 0,
  voicemails bigint not null default 0,
  abandoned bigint not null default 0,
  -- Sum of the answered calls, for estimates.
  talk_ms bigint not null default 0,
  primary key (campaign_id, shard)
);

-- Campaign calls by quarter of an hour (every zone's midnight is one of them), kept when the campaign is gone.
create table campaign_calls_made (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  quarter timestamptz(3) not null,
  shard smallint not null,
  calls bigint not null default 0,
  primary key (workspace_id, quarter, shard)
);

create table campaign_imports (
  id text collate "C" primary key,
  campaign_id text collate "C" not null references campaigns (id) on delete cascade,
  workspace_id text collate "C" not null,
  upload_id text collate "C" not null,
  file_name text not null,
  field_mappings jsonb not null,
  state text not null check (state in ('waiting', 'reading', 'done', 'failed')),
  problem text not null default '',
  -- Rows stored so far, good and refused: a second run goes on after them.
  rows integer not null default 0,
  imported integer not null default 0,
  refused jsonb not null default '{}',
  -- 0 to 1.
  progress real not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index campaign_imports_by_campaign on campaign_imports (campaign_id, id desc);
create unique index campaign_imports_running on campaign_imports (campaign_id) where state in ('waiting', 'reading');

create table refused_rows (
  import_id text collate "C" not null references campaign_imports (id) on delete cascade,
  row_number integer not null,
  reason text not null,
  -- The row as the file has it, by column.
  cells jsonb not null,
  primary key (import_id, row_number)
);
