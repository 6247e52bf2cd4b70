-- Whose word the account of a payee is, for whoever releases money to it: who named it, who confirmed it, and since when.
-- Without a second person it has taken effect by time.
alter table bike_stores
  add column iban_named_by uuid references users (id),
  add column iban_confirmed_by uuid references users (id),
  add column iban_since timestamptz;
alter table leasing_companies
  add column iban_named_by uuid references users (id),
  add column iban_confirmed_by uuid references users (id),
  add column iban_since timestamptz;

-- What the record tells of the accounts that there are.
create temporary table account_words on commit drop as
select distinct on (e.subject_id) e.subject_id as id, e.data ->> 'register' as register, e.actor_user_id as confirmed_by, e.occurred_at as since,
       (select p.actor_user_id from events p where p.subject_type = 'register' and p.subject_id = e.subject_id and p.position < e.position
           and p.data ->> 'change' = 'bank-account-proposed' order by p.position desc limit 1) as named_by
  from events e
 where e.subject_type = 'register' and e.data ->> 'change' = 'bank-account-changed'
 order by e.subject_id, e.position desc;
update bike_stores s set iban_named_by = w.named_by, iban_confirmed_by = w.confirmed_by, iban_since = w.since
  from account_words w where w.id = s.id and w.register = 'bike-store' and s.iban is not null;
update leasing_companies l set iban_named_by = w.named_by, iban_confirmed_by = w.confirmed_by, iban_since = w.since
  from account_words w where w.id = l.id and w.register = 'leasing-company' and l.iban is not null;
