-- Numbers that staff took out of a workspace although their trunk still lists them: they do not come back by themselves.
create table removed_numbers (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  connection_id text collate "C" not null,
  e164 text collate "C" not null,
  primary key (workspace_id, connection_id, e164)
);
