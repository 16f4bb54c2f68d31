-- What a workspace knows of the people its agents talk with, besides the fields every workspace has.
create table merge_fields (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  description text not null,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, name)
);
