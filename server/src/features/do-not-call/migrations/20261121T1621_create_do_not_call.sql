-- Numbers that no campaign of a workspace calls.
create table do_not_call (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  e164 text collate "C" not null,
  reversed text collate "C" not null generated always as (reverse(e164)) stored,
  source text not null check (source in ('staff', 'file', 'spoken', 'key', 'analysis')),
  note text not null default '',
  -- What the person said, or the key they pressed.
  words text not null default '',
  call_id text,
  added_by text,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, e164)
);
create index do_not_call_by_end on do_not_call (workspace_id, reversed);
create index do_not_call_by_id on do_not_call (workspace_id, id desc);

-- What holds for every campaign of a workspace: legal hours, calls a day, disclosure. Without a row the defaults hold.
create table calling_rules (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade,
  rules jsonb not null,
  updated_at timestamptz(3) not null default now()
);
