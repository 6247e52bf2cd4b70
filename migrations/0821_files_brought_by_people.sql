-- Who has confirmed a file that a person brought by hand (created_by). Both are null of a file of the bank's folder; what one
-- person alone had brought before stays unconfirmed, and its accounts prove nothing.
alter table bank_files add column confirmed_by uuid references users (id),
  add constraint bank_files_confirmed_check check (confirmed_by is null or created_by is not null);
