-- The return of a month as it was filed: its boxes do not change any more.
alter table bookkeeping_periods add column vat_return jsonb;
