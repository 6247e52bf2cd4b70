-- Where a key of the event log was retired: the chain up to a length, proven under the key that came after it. The digest
-- covers every event's text and hash, since nobody can compute the hashes themselves without the retired key.
create table event_closings (
  subject_type text not null,
  subject_id uuid not null,
  length integer not null check (length > 0),
  head bytea not null,
  digest bytea not null,
  seal bytea not null,
  closed_at timestamptz not null,
  primary key (subject_type, subject_id)
);
