-- A lessor's answers speak of what it had been told by their day, whenever their file is taken in.
-- The day of the answers of a file; null for other files.
alter table lessor_files add column answers_day date;
update lessor_files set answers_day = (created_at at time zone 'Europe/Helsinki')::date where kind = 'ANSWERS';
-- The day of the answers that brought the answer; an older one does not replace it.
alter table lessor_news add column answer_day date;
update lessor_news set answer_day = (answered_at at time zone 'Europe/Helsinki')::date where answered_at is not null;
