-- One row for each call that has ended: what lists of a metric show, and in which metrics it counts.
-- A metric's column is true when the call counts in it; contract/src/metrics.ts says when.
create table call_facts (
  call_id text collate "C" primary key,
  workspace_id text not null,
  created_at timestamptz(3) not null,
  answered_at timestamptz(3),
  direction smallint not null,
  is_test boolean not null,
  agent_id text,
  agent_name text not null,
  -- The workspace's own number, and the customer's; empty where unknown.
  number text not null,
  customer_number text not null,
  duration_ms integer not null,
  response_ms integer,
  end_reason text,
  disposition text,
  sentiment text,
  calls_made boolean not null,
  calls_connected boolean not null,
  calls_received boolean not null,
  missed_calls boolean not null,
  positive_sentiment boolean not null,
  negative_sentiment boolean not null,
  voicemail_dropped boolean not null,
  calls_transferred boolean not null,
  appointments_booked boolean not null,
  no_answer_calls boolean not null
);
create index call_facts_by_agent on call_facts (workspace_id, agent_id, created_at desc, call_id desc);
create index call_facts_by_number on call_facts (workspace_id, number, created_at desc, call_id desc);
create index call_facts_made on call_facts (workspace_id, created_at desc, call_id desc) where calls_made;
create index call_facts_connected on call_facts (workspace_id, created_at desc, call_id desc) where calls_connected;
create index call_facts_received on call_facts (workspace_id, created_at desc, call_id desc) where calls_received;
create index call_facts_missed on call_facts (workspace_id, created_at desc, call_id desc) where missed_calls;
create index call_facts_positive on call_facts (workspace_id, created_at desc, call_id desc) where positive_sentiment;
create index call_facts_negative on call_facts (workspace_id, created_at desc, call_id desc) where negative_sentiment;
create index call_facts_voicemail on call_facts (workspace_id, created_at desc, call_id desc) where voicemail_dropped;
create index call_facts_transferred on call_facts (workspace_id, created_at desc, call_id desc) where calls_transferred;
create index call_facts_booked on call_facts (workspace_id, created_at desc, call_id desc) where appointments_booked;
create index call_facts_no_answer on call_facts (workspace_id, created_at desc, call_id desc) where no_answer_calls;

-- Sums of call_facts for each quarter of an hour: no time zone's midnight lies inside one. A call is summed in up to
-- four rows: for everything, for its agent, for its number, for both; an empty agent_id or number stands for any.
-- Shards let processes that end calls at the same moment pass each other.
create table call_figures (
  workspace_id text not null,
  number text not null,
  agent_id text not null,
  is_test boolean not null,
  slot timestamptz(0) not null,
  shard smallint not null,
  calls integer not null,
  answered integer not null,
  duration_ms bigint not null,
  calls_made integer not null,
  calls_connected integer not null,
  calls_received integer not null,
  missed_calls integer not null,
  positive_sentiment integer not null,
  negative_sentiment integer not null,
  voicemail_dropped integer not null,
  calls_transferred integer not null,
  appointments_booked integer not null,
  no_answer_calls integer not null,
  -- Calls by what else is counted: 'end_reason goodbye', 'disposition completed', 'sentiment neutral',
  -- 'duration 3' and 'response 2' (bands of server/src/features/analytics/bands.ts).
  others jsonb not null,
  primary key (workspace_id, number, agent_id, is_test, slot, shard)
);
create index call_figures_of_agents on call_figures (workspace_id, number, slot) where agent_id <> '';

-- Adds two such counts key by key.
create function add_counts(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, calls) filter (where calls <> 0), '{}'::jsonb)
  from (
    select key, sum(value::bigint) as calls
    from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) as both_sides
    group by key
  ) as sums
$$;

-- Counts the ended calls that are not counted yet: those that are older than these tables, and any that reached the
-- call log by another way than ending. Says what contract/src/metrics.ts says; a test holds them equal.
-- `select count_past_calls()` may be run at any time; to count everything anew, empty both tables before.
create function count_past_calls() returns bigint language sql as $$
  with added as (
    insert into call_facts (
      call_id, workspace_id, created_at, answered_at, direction, is_test, agent_id, agent_name, number, customer_number,
      duration_ms, response_ms, end_reason, disposition, sentiment, calls_made, calls_connected, calls_received,
      missed_calls, positive_sentiment, negative_sentiment, voicemail_dropped, calls_transferred, appointments_booked,
      no_answer_calls
    )
    select
      id, workspace_id, created_at, answered_at, direction, is_test, agent_id, agent_name,
      case when direction = 0 then to_number else from_number end,
      case when direction = 0 then from_number else to_number end,
      duration_ms, median_response_ms, end_reason, disposition, sentiment,
      direction = 1,
      answered_at is not null and not is_voicemail,
      direction = 0,
      direction = 0 and answered_at is null,
      coalesce(sentiment = 'positive', false),
      coalesce(sentiment = 'negative', false),
      is_voicemail,
      coalesce(disposition = 'transferred', false),
      coalesce(disposition = 'appointment_booked', false),
      direction = 1 and answered_at is null and not is_voicemail
    from (
      select
        c.id, c.workspace_id, c.created_at, c.answered_at, c.direction, c.is_test, c.agent_id, c.agent_name, c.from_number,
        c.to_number, c.median_response_ms, c.end_reason, c.disposition, c.sentiment,
        direction = 1 and coalesce(end_reason = 'voicemail', false) or
          direction = 1 and coalesce(disposition = 'voicemail', false) as is_voicemail,
        coalesce(greatest(0, round(extract(epoch from (ended_at - answered_at)) * 1000)), 0)::integer as duration_ms
      from calls c
      where state = 'ended' and not exists (select from call_facts f where f.call_id = c.id)
    ) as past
    on conflict (call_id) do nothing
    returning *
  ),
  scoped as (
    select added.*, scope.agent as scope_agent, scope.own_number as scope_number,
      date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00+00') as slot
    from added cross join lateral (
      select distinct agent, own_number
      from (values ('', ''), (coalesce(agent_id, ''), ''), ('', number), (coalesce(agent_id, ''), number))
        as each_scope (agent, own_number)
    ) as scope
  ),
  sums as (
    select workspace_id, scope_number, scope_agent, is_test, slot,
      count(*) as calls, count(answered_at) as answered, sum(duration_ms) as duration_ms,
      count(*) filter (where calls_made) as calls_made,
      count(*) filter (where calls_connected) as calls_connected,
      count(*) filter (where calls_received) as calls_received,
      count(*) filter (where missed_calls) as missed_calls,
      count(*) filter (where positive_sentiment) as positive_sentiment,
      count(*) filter (where negative_sentiment) as negative_sentiment,
      count(*) filter (where voicemail_dropped) as voicemail_dropped,
      count(*) filter (where calls_transferred) as calls_transferred,
      count(*) filter (where appointments_booked) as appointments_booked,
      count(*) filter (where no_answer_calls) as no_answer_calls
    from scoped
    group by workspace_id, scope_number, scope_agent, is_test, slot
  ),
  other_sums as (
    select workspace_id, scope_number, scope_agent, is_test, slot, jsonb_object_agg(key, calls) as others
    from (
      select workspace_id, scope_number, scope_agent, is_test, slot, key, count(*) as calls
      from scoped cross join lateral (
        values
          ('end_reason ' || end_reason),
          ('disposition ' || disposition),
          ('sentiment ' || sentiment),
          (case when answered_at is not null then 'duration ' || width_bucket(duration_ms,
            array[5000, 10000, 20000, 30000, 45000, 60000, 90000, 120000, 180000, 300000, 600000]) end),
          ('response ' || width_bucket(response_ms, array[400, 600, 800, 1000, 1250, 1500, 2000, 3000]))
      ) as kind (key)
      where key is not null
      group by workspace_id, scope_number, scope_agent, is_test, slot, key
    ) as counted
    group by workspace_id, scope_number, scope_agent, is_test, slot
  ),
  saved as (
    insert into call_figures
    select s.workspace_id, s.scope_number, s.scope_agent, s.is_test, s.slot, 0, s.calls, s.answered, s.duration_ms,
      s.calls_made, s.calls_connected, s.calls_received, s.missed_calls, s.positive_sentiment, s.negative_sentiment,
      s.voicemail_dropped, s.calls_transferred, s.appointments_booked, s.no_answer_calls,
      coalesce(o.others, '{}'::jsonb)
    from sums s left join other_sums o using (workspace_id, scope_number, scope_agent, is_test, slot)
    order by s.workspace_id, s.scope_number, s.scope_agent, s.is_test, s.slot
    on conflict (workspace_id, number, agent_id, is_test, slot, shard) do update set
      calls = call_figures.calls + excluded.calls,
      answered = call_figures.answered + excluded.answered,
      duration_ms = call_figures.duration_ms + excluded.duration_ms,
      calls_made = call_figures.calls_made + excluded.calls_made,
      calls_connected = call_figures.calls_connected + excluded.calls_connected,
      calls_received = call_figures.calls_received + excluded.calls_received,
      missed_calls = call_figures.missed_calls + excluded.missed_calls,
      positive_sentiment = call_figures.positive_sentiment + excluded.positive_sentiment,
      negative_sentiment = call_figures.negative_sentiment + excluded.negative_sentiment,
      voicemail_dropped = call_figures.voicemail_dropped + excluded.voicemail_dropped,
      calls_transferred = call_figures.calls_transferred + excluded.calls_transferred,
      appointments_booked = call_figures.appointments_booked + excluded.appointments_booked,
      no_answer_calls = call_figures.no_answer_calls + excluded.no_answer_calls,
      others = add_counts(call_figures.others, excluded.others)
    returning calls
  )
  select count(*) from added where (select count(*) from saved) >= 0
$$;

select count_past_calls();
