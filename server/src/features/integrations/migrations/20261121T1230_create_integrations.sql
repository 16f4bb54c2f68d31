-- Accounts of workspaces at calendars and messengers. The vendor is text: no migration knows one. What the vendor
-- gave (tokens, and the client they were given to) is one encrypted text.
create table integrations (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text collate "C" not null,
  state text not null check (state in ('connected', 'needs_reconnecting')),
  account text not null,
  sealed_grant text not null,
  -- Grows with each new grant: of two that refresh the same one, one is told that the other was quicker.
  grant_version integer not null default 1,
  -- Somebody refreshes the grant until then.
  refreshing_until timestamptz(3),
  settings jsonb not null,
  connected_by text collate "C" not null,
  connected_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (workspace_id, name)
);

-- Clients that workspaces registered at vendors themselves.
create table integration_clients (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text collate "C" not null,
  client_id text not null,
  sealed_secret text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, name)
);

-- Journeys to a vendor that have not come back. Only a hash of the state is kept (RFC 6749 section 10.12).
create table integration_journeys (
  state_hash text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  user_id text collate "C" not null,
  session_id text collate "C" not null,
  name text collate "C" not null,
  sealed_verifier text not null,
  expires_at timestamptz(3) not null
);
create index integration_journeys_by_expiry on integration_journeys (expires_at);

-- Appointments that agents book. `held`: being written into the calendar · `booked` · `released`: it was not written
-- · `cancelled`: taken back. The id is the event's id at the vendor.
create table integration_bookings (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  integration_id text collate "C" not null references integrations (id) on delete cascade,
  calendar_id text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  state text not null check (state in ('held', 'booked', 'released', 'cancelled')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index integration_bookings_by_time on integration_bookings (integration_id, starts_at) where state in ('held', 'booked');

-- Messages that were taken by the vendor: a job that runs again does not send them again.
create table integration_messages (
  integration_id text collate "C" not null references integrations (id) on delete cascade,
  call_id text collate "C" not null,
  channel_id text collate "C" not null,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  sent_at timestamptz(3) not null default now(),
  primary key (integration_id, call_id, channel_id)
);
