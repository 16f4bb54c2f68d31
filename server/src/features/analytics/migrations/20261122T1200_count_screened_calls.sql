-- Calls that a call assistant answered and did not put through reached nobody: no conversation, and not answered.
-- Says what contract/src/metrics.ts says; a test holds them equal. Before this, no call had ended so.
create or replace function count_past_quarters() returns bigint language sql as $$
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
      is_conversation,
      direction = 0,
      direction = 0 and answered_at is null,
      coalesce(sentiment = 'positive', false),
      coalesce(sentiment = 'negative', false),
      is_voicemail,
      coalesce(disposition = 'transferred', false),
      coalesce(disposition = 'appointment_booked', false),
      direction = 1 and not is_conversation and not is_voicemail
    from (
      select *, answered_at is not null and not is_voicemail and end_reason is distinct from 'screened' as is_conversation
      from (
        select
          c.id, c.workspace_id, c.created_at, c.answered_at, c.direction, c.is_test, c.agent_id, c.agent_name, c.from_number,
          c.to_number, c.median_response_ms, c.end_reason, c.disposition, c.sentiment,
          direction = 1 and coalesce(end_reason = 'voicemail', false) or
            direction = 1 and coalesce(disposition = 'voicemail', false) as is_voicemail,
          coalesce(greatest(0, round(extract(epoch from (ended_at - answered_at)) * 1000)), 0)::integer as duration_ms
        from calls c
        where state = 'ended' and not exists (select from call_facts f where f.call_id = c.id)
      ) as ended
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
