-- Pages that are read again every week, and when an item was read last.
alter table knowledge_items add column is_weekly boolean not null default false;
alter table knowledge_items add column read_at timestamptz(3);
update knowledge_items set read_at = updated_at where state = 'ready';
create index knowledge_items_weekly on knowledge_items (read_at) where is_weekly;
