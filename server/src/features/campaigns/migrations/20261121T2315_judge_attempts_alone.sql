-- Whether somebody, or a machine, picked up; null until the attempt has ended. Each turn of the dialer looks at hundreds
-- of attempts, and need not look at their calls.
alter table campaign_attempts add column is_answered boolean;
update campaign_attempts a
set is_answered = exists (select from calls c where c.id = a.call_id collate "default" and c.answered_at is not null)
where a.state = 'ended';

-- States by name: a planner without statistics takes the states that are not `ended` for nearly all rows.
drop index campaign_attempts_open;
create index campaign_attempts_open on campaign_attempts (campaign_id) where state in ('claimed', 'dialed');
