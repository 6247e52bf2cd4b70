-- A store's link to the page on which it tells of a refund, beside whatever links there are.
do $$
declare
  purposes text;
begin
  select pg_get_constraintdef(oid) into purposes from pg_constraint where conname = 'link_tokens_purpose_check';
  alter table link_tokens drop constraint link_tokens_purpose_check;
  execute 'alter table link_tokens add constraint link_tokens_purpose_check '
    || replace(purposes, 'ARRAY[', 'ARRAY[''store-refund''::text, ');
end $$;
