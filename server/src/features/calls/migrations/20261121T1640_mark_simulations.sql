-- Staff talked to an agent in the browser: a test call without a phone, which counts in no figures.
alter table calls add column is_simulation boolean not null default false;
-- What a tool was asked, as the JSON text that the model wrote.
alter table call_notes add column arguments text;
