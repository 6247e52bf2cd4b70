-- readable by 1100
-- How far the search of all files for the person of an erasure has come, so that it goes on where it was stopped: ids and
-- counts, and a keyed hash of the values that it looks for.
alter table rights_requests add column file_search jsonb;
