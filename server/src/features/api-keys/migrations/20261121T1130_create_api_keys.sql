-- Keys of the API. Only the SHA-256 of a key is kept: the key itself holds 256 random bits, so nobody can guess it back.
create table api_keys (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  hash text collate "C" not null unique,
  -- How the key begins and ends.
  hint text not null,
  scopes jsonb not null,
  -- A key may do at most what its maker may do now; it stops when they leave the workspace.
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at);
