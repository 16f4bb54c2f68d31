-- Calls know the campaign, the person and the attempt they are for.
alter table calls add column campaign_id text collate "C";
alter table calls add column contact_id text collate "C";
alter table calls add column attempt_id text collate "C";
create index calls_by_campaign on calls (workspace_id, campaign_id, created_at desc, id desc) where campaign_id is not null;
