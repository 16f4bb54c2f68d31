-- The zones a contact may be in, as one text: who may be called at the same hours stands together, so that a claim reads
-- only those whose hours are open now.
alter table contacts add column zone_key text collate "C" not null
  generated always as (time_zone || ' ' || other_zones::text) stored;
drop index contacts_due;
create index contacts_due on contacts (campaign_id, zone_key, next_at, id) where state = 'waiting';

create index campaign_attempts_claimed on campaign_attempts (lease_until) where state = 'claimed';
