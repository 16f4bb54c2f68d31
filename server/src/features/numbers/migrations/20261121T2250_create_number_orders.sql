-- What carriers are asked to do with numbers: the row is there before the carrier is asked, so that no answer is lost.
create table number_orders (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  -- Of the workspace or the operator's; it may be gone by the time the order is settled.
  connection_id text collate "C" not null,
  shop_name text not null,
  kind text not null check (kind in ('buy', 'give_back')),
  e164 text collate "C" not null check (e164 ~ '^\+[1-9][0-9]{6,14}$'),
  -- asked: the carrier has the request, or is about to have it.
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  -- Why it was refused, in words for staff.
  reason text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
-- A number is asked for by one at a time: whoever comes second is told so.
create unique index number_orders_one_asked on number_orders (e164) where state = 'asked';
create index number_orders_by_workspace on number_orders (workspace_id, created_at);
alter table phone_numbers add column bought_at timestamptz(3);
