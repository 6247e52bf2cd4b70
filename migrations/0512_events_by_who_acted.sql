-- What a person has done, newest first: the log is searched by who acted.
create index events_actor_idx on events (actor_user_id, occurred_at desc, id desc) where actor_user_id is not null;
