-- The numbers of connections whose network names them, as a process with phone lines learned them last. The operator's
-- connections have no row in `connections`.
create table connection_numbers (
  connection_id text collate "C" not null,
  e164 text collate "C" not null,
  primary key (connection_id, e164)
);
