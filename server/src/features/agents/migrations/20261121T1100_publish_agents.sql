-- Every save is a version; calls use the one that was published. What was in use before stays in use.
alter table agents add column published_version integer;
update agents set published_version = version where not is_draft;

alter table agent_versions
  add column functions jsonb not null default '[]',
  add column knowledge_base_ids jsonb not null default '[]',
  add column published_at timestamptz(3),
  add column published_by text;
update agent_versions v set published_at = v.saved_at
  from agents a where a.id = v.agent_id and a.published_version = v.version;
