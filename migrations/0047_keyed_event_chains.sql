-- The end of a chain is sealed with a key that the database does not hold, so that a chain cannot be cut or recomputed by
-- whoever reaches the tables. Null for a chain whose last event is of the release before.
alter table event_chains add column seal bytea;
