-- How often the party of a turn has been reminded, and the one time that somebody else was asked to take a turn on.
alter table open_turns add column nudges smallint not null default 0;
update open_turns set nudges = 1 where nudged_at is not null;

create table turn_escalations (
  turn_id uuid primary key references open_turns on delete cascade,
  escalated_by uuid not null references users,
  escalated_at timestamptz not null,
  to_user_id uuid references users,
  to_role text,
  reason text not null,
  constraint turn_escalations_receiver check (num_nonnulls(to_user_id, to_role) = 1),
  constraint turn_escalations_reason check (length(reason) between 1 and 500)
);
create index turn_escalations_by_idx on turn_escalations (escalated_by);
create index turn_escalations_to_idx on turn_escalations (to_user_id) where to_user_id is not null;
