-- What agents can look up: knowledge bases of texts, pages and files, cut into passages that can be found by their words.
create table knowledge_bases (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspaces (id) on delete cascade,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index knowledge_bases_by_workspace on knowledge_bases (workspace_id, updated_at desc);

create table knowledge_items (
  id text collate "C" primary key,
  knowledge_base_id text collate "C" not null references knowledge_bases (id) on delete cascade,
  kind text not null check (kind in ('text', 'url', 'file')),
  title text not null,
  -- The text itself; empty for pages and files.
  text text not null default '',
  -- Address of a page, name of a file.
  source text not null default '',
  -- Where the bytes of a file lie in the storage.
  storage_key text,
  state text not null check (state in ('waiting', 'reading', 'ready', 'failed')),
  problem text not null default '',
  size_bytes integer not null default 0,
  passages integer not null default 0,
  -- Grows with every change of what is to be read: a job that read an older one keeps its outcome to itself.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index knowledge_items_by_base on knowledge_items (knowledge_base_id, created_at, id);

create table knowledge_passages (
  id text collate "C" primary key,
  item_id text collate "C" not null references knowledge_items (id) on delete cascade,
  knowledge_base_id text collate "C" not null references knowledge_bases (id) on delete cascade,
  position integer not null,
  title text not null,
  text text not null,
  words tsvector not null generated always as (
    setweight(to_tsvector('english'::regconfig, title), 'A') || to_tsvector('english'::regconfig, text)
  ) stored
);
create index knowledge_passages_by_item on knowledge_passages (item_id, position);
create index knowledge_passages_by_base on knowledge_passages (knowledge_base_id);
create index knowledge_passages_by_words on knowledge_passages using gin (words);
