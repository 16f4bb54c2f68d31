-- Invitations to a workspace. The mailed link holds a secret of which only a hash is kept.
create table invitations (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'editor', 'supervisor', 'viewer')),
  token_hash text not null unique,
  invited_by text references users (id) on delete set null,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Kept after it was accepted, so that a second click is told what happened.
  accepted_at timestamptz(3)
);
create unique index invitations_open_by_email on invitations (workspace_id, email) where accepted_at is null;
create index invitations_by_workspace on invitations (workspace_id, sent_at desc);
