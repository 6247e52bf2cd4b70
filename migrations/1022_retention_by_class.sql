-- What of whom has gone because its time was over: by class, and until which day it was kept.
create table retained_classes (
  user_id uuid not null,
  class text not null,
  kept_until date not null,
  done_at timestamptz not null,
  primary key (user_id, class)
);
