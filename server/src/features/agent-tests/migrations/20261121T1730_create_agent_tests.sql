-- Customers an agent is tried with, in writing: who they are, what they say, and how the agent is to treat them.
create table agent_scenarios (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  agent_id text collate "C" not null references agents (id) on delete cascade,
  name text not null,
  -- The rest of the scenario as the API takes it.
  content jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index agent_scenarios_by_agent on agent_scenarios (agent_id, created_at);

-- Conversations held with one saved version of an agent. The newest run of an agent is kept, and none besides.
create table agent_test_runs (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  agent_id text collate "C" not null unique references agents (id) on delete cascade,
  version integer not null,
  version_id text not null,
  -- A language model plays customers and judges; otherwise scripts and rules do.
  is_judged_by_model boolean not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);

create table agent_test_results (
  id text collate "C" primary key,
  run_id text collate "C" not null references agent_test_runs (id) on delete cascade,
  scenario_id text collate "C" not null,
  -- The scenario as it was when the run began.
  scenario jsonb not null,
  state text not null,
  problem text not null default '',
  verdicts jsonb not null default '[]',
  transcript jsonb not null default '[]',
  position integer not null
);
create index agent_test_results_by_run on agent_test_results (run_id, position);
