-- Who signs in, and where they belong. The first four tables are filled by the auth library.
create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone_number text not null default '',
  time_zone text not null default '',
  image text,
  is_email_verified boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_by_user on sessions (user_id, expires_at);
create index sessions_by_expiry on sessions (expires_at);

-- How a user proves who they are: a password, later also other ways.
create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

-- Codes and links that were mailed.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table workspaces (
  id text collate "C" primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table memberships (
  user_id text not null references users (id) on delete cascade,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'supervisor', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, workspace_id)
);
create index memberships_by_workspace on memberships (workspace_id);
