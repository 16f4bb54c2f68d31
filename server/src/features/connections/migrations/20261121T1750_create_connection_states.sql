-- How the connections at carriers do, as each process with phone lines sees its own: those without lines ask here.
-- The operator's connections have no row in `connections`.
create table connection_states (
  connection_id text collate "C" not null,
  process_id text collate "C" not null,
  state text not null check (state in ('registered', 'reachable', 'failing', 'checking')),
  detail text not null,
  told_at timestamptz(3) not null default now(),
  primary key (connection_id, process_id)
);
create index connection_states_by_process on connection_states (process_id);
