-- The rows of call_figures summed for each day of UTC, so that long spans are answered from whole days, and from
-- quarters of an hour only at their edges. `slot` is midnight UTC. It has the indexes of call_figures too.
create table call_figures_of_days (like call_figures including all);

-- When in a day of UTC calls began: one number for each quarter of an hour, from midnight on. Any time zone's hours
-- and days are sums of these. Calls received are those that were not made.
create table call_slots_of_days (
  workspace_id text not null,
  number text not null,
  agent_id text not null,
  is_test boolean not null,
  slot timestamptz(0) not null,
  shard smallint not null,
  calls_made integer[] not null,
  calls_received integer[] not null,
  calls_connected integer[] not null,
  primary key (workspace_id, number, agent_id, is_test, slot, shard)
);

-- 96 numbers with `added` at one place, which counts from 0; null stands for zeros.
create function add_to_slot(counts integer[], place integer, added integer) returns integer[]
language plpgsql immutable as $$
begin
  if counts is null then
    counts := array_fill(0, array[96]);
  end if;
  counts[place + 1] := counts[place + 1] + added;
  return counts;
end
$$;
create aggregate sum_into_slots(integer, integer) (sfunc = add_to_slot, stype = integer[]);

-- Adds two such rows of numbers place by place.
create function add_slots(one integer[], other integer[]) returns integer[] language sql immutable as $$
  select array_agg(a + b order by place) from unnest(one, other) with ordinality as slots (a, b, place)
$$;

-- Sums all days anew from call_figures: for what was counted before these tables were, and as their repair. Calls that
-- end meanwhile are counted once it is done.
create function sum_days_anew() returns void language plpgsql as $$
begin
  lock table call_facts, call_figures in share row exclusive mode;
  delete from call_figures_of_days;
  delete from call_slots_of_days;

  insert into call_figures_of_days
  select workspace_id, number, agent_id, is_test, day, 0, s.calls, s.answered, s.duration_ms, s.calls_made,
    s.calls_connected, s.calls_received, s.missed_calls, s.positive_sentiment, s.negative_sentiment,
    s.voicemail_dropped, s.calls_transferred, s.appointments_booked, s.no_answer_calls,
    coalesce(o.others, '{}'::jsonb)
  from (
    select workspace_id, number, agent_id, is_test, date_trunc('day', slot, 'UTC') as day,
      sum(calls) as calls, sum(answered) as answered, sum(duration_ms) as duration_ms,
      sum(calls_made) as calls_made,
      sum(calls_connected) as calls_connected,
      sum(calls_received) as calls_received,
      sum(missed_calls) as missed_calls,
      sum(positive_sentiment) as positive_sentiment,
      sum(negative_sentiment) as negative_sentiment,
      sum(voicemail_dropped) as voicemail_dropped,
      sum(calls_transferred) as calls_transferred,
      sum(appointments_booked) as appointments_booked,
      sum(no_answer_calls) as no_answer_calls
    from call_figures
    group by 1, 2, 3, 4, 5
  ) as s
  left join (
    select workspace_id, number, agent_id, is_test, day, jsonb_object_agg(key, calls) as others
    from (
      select workspace_id, number, agent_id, is_test, date_trunc('day', slot, 'UTC') as day, key,
        sum(value::bigint) as calls
      from call_figures cross join lateral jsonb_each_text(others)
      group by 1, 2, 3, 4, 5, 6
    ) as each_key
    where calls <> 0
    group by 1, 2, 3, 4, 5
  ) as o using (workspace_id, number, agent_id, is_test, day);

  insert into call_slots_of_days
  select workspace_id, number, agent_id, is_test, day, 0, sum_into_slots(place, calls_made),
    sum_into_slots(place, calls_received), sum_into_slots(place, calls_connected)
  from (
    select *, date_trunc('day', slot, 'UTC') as day,
      (extract(epoch from slot - date_trunc('day', slot, 'UTC')) / 900)::integer as place
    from call_figures
  ) as placed
  group by 1, 2, 3, 4, 5;
end
$$;

-- What was count_past_calls() before there were days.
alter function count_past_calls() rename to count_past_quarters;

-- Counts the ended calls that are not counted yet and returns how many these were. Calls that end meanwhile wait. To
-- count everything anew, empty call_facts and call_figures before.
create function count_past_calls() returns bigint language plpgsql as $$
declare
  counted bigint;
begin
  -- Held from the start, in the order in which ending calls take them: no two transactions wait crosswise.
  lock table call_facts, call_figures in share row exclusive mode;
  counted := count_past_quarters();
  if counted > 0 then
    perform sum_days_anew();
  end if;
  return counted;
end
$$;

select sum_days_anew();
