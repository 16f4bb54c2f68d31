-- A call is a row forever, made before anything is sent. Times are UTC with milliseconds.
create table calls (
  id text primary key,
  workspace_id text not null,
  direction smallint not null check (direction in (0, 1)),
  agent_id text,
  agent_version_id text,
  agent_name text not null,
  from_number text not null,
  to_number text not null,
  carrier text not null,
  is_test boolean not null default false,
  state text not null check (state in ('queued', 'ringing', 'talking', 'ended')),
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  disposition text,
  sentiment text,
  summary text not null default '',
  analysed_at timestamptz(3),
  median_response_ms integer,
  -- The process that runs the call: its lease in call_processes says whether it lives.
  process_id text
);
create index calls_by_workspace on calls (workspace_id, created_at desc, id desc);
create index calls_running on calls (process_id) where state <> 'ended';

create table call_turns (
  id text primary key,
  call_id text not null references calls (id) on delete cascade,
  speaker text not null check (speaker in ('agent', 'customer')),
  text text not null,
  start_ms integer not null,
  end_ms integer not null,
  was_interrupted boolean not null,
  by text not null,
  latency jsonb
);
create index call_turns_by_call on call_turns (call_id, start_ms, id);

create table call_notes (
  id bigint generated always as identity primary key,
  call_id text not null references calls (id) on delete cascade,
  at_ms integer not null,
  kind text not null,
  text text not null
);
create index call_notes_by_call on call_notes (call_id, id);

-- How many calls a workspace has, spread over shards so that many processes can count at once.
create table call_counts (
  workspace_id text not null,
  shard smallint not null,
  calls bigint not null,
  primary key (workspace_id, shard)
);

-- Processes that run calls. One that has not been seen within its lease is dead, and its calls are closed.
create table call_processes (
  id text primary key,
  seen_at timestamptz(3) not null default now()
);
