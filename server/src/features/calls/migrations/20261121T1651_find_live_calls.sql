-- How many calls a workspace has on the line, and which wait for a process with lines.
create index calls_live on calls (workspace_id) where state <> 'ended';
create index calls_waiting on calls (created_at, id) where state = 'queued' and process_id is null;
