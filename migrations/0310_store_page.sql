-- What a store tells of its order by link: when the bicycle is ready, and that the buyer's code was right.

alter table bike_stores add column opening_hours text;

alter table orders
  add column pickup_day date,
  add column pickup_ready_at timestamptz,
  add column code_checked_at timestamptz,
  add column code_failures integer not null default 0 check (code_failures >= 0),
  add column question_by text check (question_by in ('STAFF', 'STORE'));

update orders set question_by = 'STAFF' where hold_question is not null or hold_answer is not null;
