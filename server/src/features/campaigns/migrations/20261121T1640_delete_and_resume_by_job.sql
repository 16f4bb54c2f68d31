-- A deleted campaign is gone for its workspace at once; a job deletes its contacts a few at a time.
alter table campaigns add column deleted_at timestamptz(3);
drop index campaigns_by_workspace;
create index campaigns_by_workspace on campaigns (workspace_id, id desc) where deleted_at is null;

-- When a batch of it was stored last: an import that nobody touches is taken up again.
alter table campaign_imports add column touched_at timestamptz(3) not null default now();
-- Its first line, for the file of refused rows.
alter table campaign_imports add column heading jsonb not null default '[]';
