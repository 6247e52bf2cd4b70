-- A notice of a turn names the row and the turn, so that it can say that the matter is done.
alter table notifications
  add column subject_id uuid,
  add column turn text,
  add column done_at timestamptz,
  add constraint notifications_turn_check check ((turn is null) = (subject_id is null));
create index notifications_subject_idx on notifications (subject_id) where subject_id is not null;
