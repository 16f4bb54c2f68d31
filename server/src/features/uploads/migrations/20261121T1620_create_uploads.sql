-- Files that users sent, until what they were sent for has been read from them.
create table uploads (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  -- Where the bytes lie in the storage.
  storage_key text not null,
  created_by text,
  created_at timestamptz(3) not null default now()
);
create index uploads_by_workspace on uploads (workspace_id, created_at);
create index uploads_by_age on uploads (created_at);
