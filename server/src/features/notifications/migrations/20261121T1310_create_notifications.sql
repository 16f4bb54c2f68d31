-- What the product tells the people of a workspace, and who has read it.
create table notifications (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  -- The one user it is for; null for everybody in the workspace.
  user_id text,
  kind text not null,
  tone text not null check (tone in ('info', 'success', 'warning', 'error')),
  title text not null,
  text text not null,
  link text,
  -- What goes on happening is one notification: the key says what counts as the same.
  group_key text,
  created_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now()
);
create index notifications_by_workspace on notifications (workspace_id, last_at desc, id desc);
create unique index notifications_by_group on notifications (workspace_id, group_key) where group_key is not null;

-- A notification is read when this was after it last happened.
create table notification_reads (
  notification_id text collate "C" not null references notifications (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  read_at timestamptz(3) not null default now(),
  primary key (notification_id, user_id)
);
create index notification_reads_by_user on notification_reads (user_id);

-- Workspaces that have been welcomed.
create table notification_welcomes (
  workspace_id text collate "C" primary key references workspaces (id) on delete cascade
);
