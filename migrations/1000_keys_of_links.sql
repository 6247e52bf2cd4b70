-- One lasting link for a store and an order. Its row is the key: `party_id` says whose it is. Every other link of the same
-- store to the same order names it in `key_id`, and each of them opens what any of them opens. The release before reads a
-- link by hash and purpose, as it did.
alter table link_tokens add column party_id uuid;
alter table link_tokens add column key_id uuid references link_tokens (id) on delete cascade;
alter table link_tokens drop constraint link_tokens_hash_key;
alter table link_tokens add constraint link_tokens_hash_key unique (hash, purpose);
create index link_tokens_key_idx on link_tokens (key_id, purpose) where key_id is not null;
create unique index link_tokens_party_idx on link_tokens (purpose, subject_id, party_id)
  where party_id is not null and revoked_at is null;

do $$
declare
  purposes text;
begin
  select pg_get_constraintdef(oid) into purposes from pg_constraint where conname = 'link_tokens_purpose_check';
  alter table link_tokens drop constraint link_tokens_purpose_check;
  execute 'alter table link_tokens add constraint link_tokens_purpose_check '
    || replace(purposes, 'ARRAY[', 'ARRAY[''store''::text, ');
end $$;

-- The newest link that a store has to its order becomes the key of all of them.
insert into link_tokens (id, purpose, hash, sealed, company_id, subject_id, party_id, expires_at, created_at)
select distinct on (o.id) gen_random_uuid(), 'store', t.hash, t.sealed, t.company_id, o.id, o.bike_store_id,
       now() + interval '3650 days', t.created_at
from link_tokens t join orders o on o.id = t.subject_id
where t.purpose = 'store-order' and t.sealed is not null and t.revoked_at is null and t.expires_at > now()
  and o.bike_store_id is not null
order by o.id, t.expires_at desc;

update link_tokens set key_id = id where purpose = 'store';
update link_tokens t set key_id = k.id, expires_at = case when t.purpose = 'store-order' then k.expires_at else t.expires_at end
from link_tokens k
where k.purpose = 'store' and t.subject_id = k.subject_id and t.user_id is null
  and t.purpose in ('store-order', 'delivery') and t.revoked_at is null and t.expires_at > now();
update link_tokens t set key_id = k.id
from order_cancellations c, link_tokens k
where t.purpose = 'store-refund' and t.subject_id = c.id and k.purpose = 'store' and k.subject_id = c.order_id;
update link_tokens t set key_id = k.id
from bike_returns r, orders o, link_tokens k
where t.purpose = 'return' and t.subject_id = r.id and o.agreement_id = r.agreement_id
  and k.purpose = 'store' and k.subject_id = o.id and k.party_id = r.bike_store_id;
update link_tokens t set key_id = k.id
from insurance_claims c, orders o, link_tokens k
where t.purpose = 'repair' and t.subject_id = c.id and o.agreement_id = c.agreement_id
  and k.purpose = 'store' and k.subject_id = o.id and k.party_id = c.repair_store_id;
