-- Calls of networks that ring several processes at once: who answers one. Kept for an hour.
create table claimed_rings (
  ring text primary key,
  call_id text not null,
  claimed_at timestamptz(3) not null default now()
);
create index claimed_rings_by_age on claimed_rings (claimed_at);
