-- The numbers of workspaces. A number belongs to one workspace of the installation: it can ring only there.
create table phone_numbers (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  e164 text collate "C" not null unique check (e164 ~ '^\+[1-9][0-9]{6,14}$'),
  name text not null,
  -- The carrier's connection it came with; null for a number of this machine.
  connection_id text collate "C",
  inbound_agent_id text collate "C" references agents (id) on delete set null,
  outbound_agent_id text collate "C" references agents (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index phone_numbers_by_workspace on phone_numbers (workspace_id, created_at, id);
create index phone_numbers_by_inbound_agent on phone_numbers (inbound_agent_id);
create index phone_numbers_by_outbound_agent on phone_numbers (outbound_agent_id);
