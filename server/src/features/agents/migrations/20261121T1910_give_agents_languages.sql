-- What an agent speaks and expects to hear (BCP 47). Until this was a setting all spoke English.
alter table agent_versions add column language text not null default 'en-US';
