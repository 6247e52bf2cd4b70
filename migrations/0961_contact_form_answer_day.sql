-- By when whoever wrote to us has been told that they hear from us; null of what was written before that was told.
alter table contact_forms add column answer_by date;
