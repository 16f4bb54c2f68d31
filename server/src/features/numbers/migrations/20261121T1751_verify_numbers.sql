-- A number of a trunk is verified by a ring that came in through its trunk while it was awaited.
alter table phone_numbers
  add column ring_awaited_until timestamptz(3),
  add column verified_at timestamptz(3),
  -- Who rang, as the trunk told it.
  add column verified_from text;
