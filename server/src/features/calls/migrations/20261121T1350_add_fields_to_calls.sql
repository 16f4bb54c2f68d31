-- What is known of the person a call is with, by merge field: the call keeps what it was made with.
alter table calls add column fields jsonb not null default '{}';
