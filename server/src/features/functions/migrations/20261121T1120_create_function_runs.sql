-- What agents did in calls besides talking: asked with what, and what came of it. Kept with the call.
create table function_runs (
  call_id text not null references calls (id) on delete cascade,
  -- Names the run within its call: the same work is never asked for twice under it.
  run_id text not null,
  name text not null,
  arguments jsonb not null,
  -- What the agent was told; null while it runs, and for good when the process died meanwhile.
  result text,
  status integer,
  created_at timestamptz(3) not null default now(),
  took_ms integer,
  primary key (call_id, run_id)
);
