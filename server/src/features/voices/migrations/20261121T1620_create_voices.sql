-- Voices of connected accounts, kept as they were listed last: an agent keeps a voice that its account has lost.
create table account_voices (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  vendor text not null,
  -- The vendor's own id.
  voice_id text not null,
  name text not null,
  -- Empty where the vendor does not tell it.
  gender text not null default '',
  accent text not null default '',
  age text not null default '',
  -- A recording at the vendor; empty where there is none.
  preview_url text not null default '',
  is_gone boolean not null default false,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, vendor, voice_id)
);

-- When the account at a vendor was asked for its voices last.
create table voice_listings (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  vendor text not null,
  asked_at timestamptz(3) not null,
  primary key (workspace_id, vendor)
);

-- Samples that were made or fetched, one a voice: what a provider charges for is asked for once.
create table voice_previews (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  -- An id of the catalogue or of account_voices.
  voice_id text collate "C" not null,
  -- Who spoke it, and with which voice: a sample by another is made anew.
  spoken_by text not null,
  storage_key text not null,
  content_type text not null,
  size_bytes integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, voice_id)
);
