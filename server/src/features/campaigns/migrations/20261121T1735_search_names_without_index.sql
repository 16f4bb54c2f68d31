-- The search looks for parts of names, which this index cannot find; every import paid for it.
drop index contacts_by_name;
