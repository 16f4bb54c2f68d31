-- Grows in the transaction that changes passages: a process that keeps them in memory knows whether it knows the newest.
alter table knowledge_bases add column index_revision bigint not null default 1;
-- All passages of a knowledge base in the order of its items, page by page.
create index knowledge_passages_in_order on knowledge_passages (knowledge_base_id, item_id, position);
drop index knowledge_passages_by_base;
