-- A user may belong to several workspaces: each session works in one of them.
alter table sessions add column active_workspace_id text collate "C" references workspaces (id) on delete set null;
create index sessions_by_active_workspace on sessions (active_workspace_id);

-- A new session begins in the workspace its user chose last.
alter table memberships add column last_used_at timestamptz(3);
