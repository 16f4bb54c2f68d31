create table recordings (
  call_id text primary key,
  workspace_id text not null,
  storage_key text not null,
  size_bytes bigint not null,
  duration_ms integer not null,
  -- Peaks 0..1 of both channels for the waveform: {"agent": [...], "customer": [...]}.
  waveform jsonb not null,
  created_at timestamptz(3) not null default now()
);
