-- Further lines of a call: each person it was handed to, or was to be. The customer's own line is the call itself.
create table call_legs (
  id text primary key,
  call_id text not null references calls (id) on delete cascade,
  -- refer: the phone network was asked to hand it over; join: two lines were joined here.
  method text not null check (method in ('refer', 'join')),
  is_warm boolean not null,
  from_number text not null,
  to_number text not null,
  carrier text not null,
  -- Null while it goes on.
  outcome text,
  started_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  connected_at timestamptz(3),
  ended_at timestamptz(3)
);
create index call_legs_by_call on call_legs (call_id, started_at, id);
