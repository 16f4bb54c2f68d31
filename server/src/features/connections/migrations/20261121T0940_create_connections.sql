-- Accounts at providers and carriers. The vendor is text: no migration knows one. Secret settings are kept
-- apart, each encrypted by itself.
create table connections (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('provider', 'carrier')),
  vendor text not null,
  name text not null,
  settings jsonb not null,
  encrypted_secrets jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index connections_by_workspace on connections (workspace_id, created_at desc, id desc);
create index connections_by_vendor on connections (kind, vendor);
