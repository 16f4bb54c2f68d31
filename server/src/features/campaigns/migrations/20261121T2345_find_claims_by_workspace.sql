-- A turn of the dialer counts the claims of its workspace; which leases are over is asked of all of them, and they are few.
drop index campaign_attempts_claimed;
create index campaign_attempts_claimed on campaign_attempts (workspace_id, lease_until) where state = 'claimed';
