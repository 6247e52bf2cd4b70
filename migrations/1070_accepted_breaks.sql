-- Breaks of the event log that whoever owns the database has accepted: each names the event that says so, by whom and why,
-- and how the row there stood then. The application's role reads it alone; a row counts only with its event.
create table accepted_breaks (
  subject_type text not null,
  subject_id uuid not null,
  position integer not null check (position > 0),
  fault text not null check (fault in ('CHANGED', 'MISSING', 'LEAF')),
  print bytea not null check (octet_length(print) = 32),
  event_id uuid not null,
  accepted_at timestamptz not null,
  primary key (subject_type, subject_id, position, fault, print)
);
create trigger accepted_breaks_append_only before update or delete on accepted_breaks for each row execute function refuse_change();
create trigger accepted_breaks_no_truncate before truncate on accepted_breaks execute function refuse_change();
