-- Whom a workspace spoke with: one row for each number outside, with its latest call. Found by how the number begins
-- and by how it ends, however many calls there are.
create table search_parties (
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  number text collate "C" not null,
  reversed text collate "C" not null generated always as (reverse(number)) stored,
  agent_id text collate "C",
  agent_name text not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  last_call_id text not null references calls (id) on delete cascade,
  last_at timestamptz(3) not null,
  primary key (workspace_id, number)
);
create index search_parties_by_end on search_parties (workspace_id, reversed);
create index search_parties_by_agent on search_parties (workspace_id, agent_id, last_at desc);
create index search_parties_by_call on search_parties (last_call_id);

insert into search_parties (workspace_id, number, agent_id, agent_name, direction, last_call_id, last_at)
select distinct on (c.workspace_id, party.number)
  c.workspace_id, party.number, c.agent_id, c.agent_name,
  case c.direction when 0 then 'inbound' else 'outbound' end, c.id, c.created_at
from calls c
cross join lateral (select case c.direction when 0 then c.from_number else c.to_number end as number) party
where party.number <> ''
order by c.workspace_id, party.number, c.created_at desc, c.id desc;
