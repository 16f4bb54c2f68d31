-- A voice agent, and every version of it that was ever saved: calls keep the version they began with.
create table agents (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  type text not null check (type in ('inbound', 'outbound')),
  state text not null check (state in ('active', 'inactive')),
  is_draft boolean not null,
  -- The version that calls use and the agent page shows.
  version integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index agents_by_workspace on agents (workspace_id, updated_at desc) where deleted_at is null;

create table agent_versions (
  id text collate "C" primary key,
  agent_id text collate "C" not null references agents (id) on delete cascade,
  version integer not null,
  name text not null,
  prompt text not null,
  welcome_mode text not null check (welcome_mode in ('play', 'silent')),
  welcome_text text not null,
  voice_id text not null,
  -- The user who saved it; null for what the product made.
  saved_by text,
  saved_at timestamptz(3) not null default now(),
  unique (agent_id, version)
);
