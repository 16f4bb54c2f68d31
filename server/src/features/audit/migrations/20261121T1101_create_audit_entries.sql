-- Who changed what in a workspace. An entry is written in the transaction of the change and never altered.
create table audit_entries (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'api_key')),
  actor_id text not null,
  -- As the actor was called then: they may be gone since.
  actor_name text not null,
  action text not null,
  subject_id text not null,
  subject_name text not null,
  changes jsonb not null default '[]',
  address text not null,
  request_id text not null
);
create index audit_entries_by_workspace on audit_entries (workspace_id, at desc, id desc);
create index audit_entries_by_actor on audit_entries (workspace_id, actor_id, at desc, id desc);
create index audit_entries_by_time on audit_entries (at);
