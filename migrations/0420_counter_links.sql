-- A link by which the clerk of a store fills in bike and price of an order that its buyer shows at the counter.
do $$
declare
  purposes text;
begin
  select pg_get_constraintdef(oid) into purposes from pg_constraint where conname = 'link_tokens_purpose_check';
  alter table link_tokens drop constraint link_tokens_purpose_check;
  execute 'alter table link_tokens add constraint link_tokens_purpose_check '
    || replace(purposes, 'ARRAY[', 'ARRAY[''counter''::text, ');
end $$;
