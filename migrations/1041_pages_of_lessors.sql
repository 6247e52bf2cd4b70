-- One lasting link for a lessor, kept like a store's. The release before finds no link of this purpose and makes none.
do $$
declare
  purposes text;
begin
  select pg_get_constraintdef(oid) into purposes from pg_constraint where conname = 'link_tokens_purpose_check';
  alter table link_tokens drop constraint link_tokens_purpose_check;
  execute 'alter table link_tokens add constraint link_tokens_purpose_check '
    || replace(purposes, 'ARRAY[', 'ARRAY[''lessor''::text, ');
end $$;
