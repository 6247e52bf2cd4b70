-- Who of the staff sees to a task, and until which day it is put off with why: beside the turn, and gone with it.
create table task_care (
  turn_id uuid primary key references open_turns on delete cascade,
  owner_user_id uuid references users,
  snoozed_until date,
  snooze_reason text,
  snoozed_by uuid references users,
  version integer not null,
  constraint task_care_snooze check (
    num_nonnulls(snoozed_until, snooze_reason, snoozed_by) in (0, 3)
    and (snooze_reason is null or length(snooze_reason) between 1 and 200))
);
create index task_care_owner_user_id_idx on task_care (owner_user_id) where owner_user_id is not null;
create index task_care_snoozed_by_idx on task_care (snoozed_by, snoozed_until) where snoozed_by is not null;
