-- The run booked an appointment: what the call came to is read from it.
alter table function_runs add column is_booked boolean not null default false;
