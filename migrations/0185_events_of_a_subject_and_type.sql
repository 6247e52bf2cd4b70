-- The log of one kind of subject and one type of event, which was looked for among all events of the type.
create index events_subject_type_idx on events (subject_type, type, occurred_at desc, id desc);
