-- By when whoever wrote to us has been told that they hear from us; null of what was written before that was told.
alter table contact_forms add column answer_by date;

-- Whoever calls says the number of the message, the last eight signs of its id: a search finds it by that.
alter table contact_forms alter column search_text set expression as (search_fold(
  ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message || ' ' || right(id::text, 8)));
