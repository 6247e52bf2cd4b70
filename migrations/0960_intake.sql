-- An entry whose amount can be read in two ways keeps both, each with what it would bring.
alter table bank_doubts add column readings jsonb;
comment on column bank_doubts.readings is 'personal: payer; kept: bookkeeping';

-- The page of what came in shows refused files of the bank among the others.
create index bank_doubts_refused_idx on bank_doubts (created_at desc, id desc) where reason = 'FILE_REFUSED';

-- What came from people and programs beside the bank: each file once, with what became of its lines.
create table intake_files (
  id uuid primary key,
  source text not null check (source in ('E_INVOICE', 'STORES', 'MUNICIPALITIES', 'LEGACY_ORDERS', 'LESSOR', 'STORED_TEXTS')),
  name text not null,
  -- Null: it came by a folder.
  brought_by uuid references users (id),
  taken_count integer not null default 0,
  known_count integer not null default 0,
  -- Why it was refused whole, and the line that shows it; null where it was read.
  refused_for text,
  refused_line integer,
  created_at timestamptz not null default now()
);
create index intake_files_newest_idx on intake_files (created_at desc, id desc);
create index intake_files_brought_by_idx on intake_files (brought_by) where brought_by is not null;

-- What such a file brought and what could not be taken as it stood: kept as it came, until somebody decides.
create table intake_asides (
  id uuid primary key,
  intake_file_id uuid not null references intake_files (id),
  source text not null check (source in ('E_INVOICE', 'STORES', 'LEGACY_ORDERS', 'LESSOR', 'STORED_TEXTS')),
  -- The same thing in another file is put aside once.
  aside_key text not null unique,
  reason text not null,
  line integer not null,
  -- Whom or what it is about, for people to know it by.
  about text,
  -- Names and texts of the file, in its order; empty once somebody has decided.
  raw jsonb not null,
  -- What is wrong with which of them.
  problems jsonb not null default '[]',
  -- The amounts in cents that it may mean, where that is more than one.
  readings jsonb,
  -- What its reader needs to take it after all; null once somebody has decided.
  content jsonb,
  file_id uuid references files (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN', 'DISMISSED')),
  note text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'OPEN') = (decided_at is null))
);
create index intake_asides_newest_idx on intake_asides (created_at desc, id desc);
create index intake_asides_open_idx on intake_asides (created_at, id) where state = 'OPEN';
create index intake_asides_file_idx on intake_asides (intake_file_id);
create index intake_asides_stored_idx on intake_asides (file_id) where file_id is not null;
create index intake_asides_decided_by_idx on intake_asides (decided_by) where decided_by is not null;
comment on column intake_asides.about is 'personal: contact person; kept: bookkeeping';
comment on column intake_asides.raw is 'personal: contact person; kept: bookkeeping';
comment on column intake_asides.problems is 'personal: contact person; kept: bookkeeping';
comment on column intake_asides.content is 'personal: contact person; kept: bookkeeping';
comment on column intake_asides.note is 'personal: contact person; kept: bookkeeping';

-- A seller's invoice whose sums differ, or that says something oddly, is kept with what is odd.
alter table received_e_invoices add column remarks text[] not null default '{}';

-- What is put aside is a turn of the staff (npm run turns:sql).
create or replace function turns_follow_intake_asides() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'intake', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_intake_asides() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on intake_asides for each row execute function turns_follow_intake_asides();
create or replace trigger turns_follow_changes after update on intake_asides for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_intake_asides();

-- Typed texts that stand already are brought into the form in which they come in from now on: NFC, blanks of every kind as
-- one, none around, no controls and no signs that nobody sees. What was signed, printed, sent or logged stays as it was. A
-- text that cannot be brought along, since another row has it in that form or a rule of its table forbids it, stays and is
-- put aside for the staff.
create function clean_text(raw text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(normalize(raw, nfc),
    '\r\n?|[\u0085\u2028\u2029]', E'\n', 'g'),
    '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]', '', 'g'),
    '[\u0001-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f]', '', 'g'),
    '[\t\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
    ' *\n *', E'\n', 'g'), E' \n')
$$;

create function clean_stored_texts(names text[]) returns void language plpgsql as $$
declare
  name text;
  of text[];
  found record;
  file uuid;
begin
  foreach name in array names loop
    of := string_to_array(name, '.');
    for found in execute format(
      $q$select id, %2$I as raw from %1$I where %2$I ~ '[^ -~\u00a1-\u00ac\u00ae-\u00ff]| {2}|^ | $' and %2$I <> clean_text(%2$I) order by id$q$,
      of[1], of[2])
    loop
      begin
        execute format('update %1$I set %2$I = clean_text(%2$I) where id = $1', of[1], of[2]) using found.id;
      exception when unique_violation or check_violation or raise_exception or not_null_violation then
        if file is null then
          file := gen_random_uuid();
          insert into intake_files (id, source, name) values (file, 'STORED_TEXTS', '0960');
        end if;
        insert into intake_asides (id, intake_file_id, source, aside_key, reason, line, about, raw)
        values (gen_random_uuid(), file, 'STORED_TEXTS', concat_ws('|', 'STORED_TEXTS', name, found.id), 'TEXT_TAKEN', 1, null,
                jsonb_build_array(jsonb_build_array(name, found.raw)));
      end;
    end loop;
  end loop;
end $$;

select clean_stored_texts(array[
  'users.first_name', 'users.last_name', 'users.email', 'users.work_email', 'users.personal_email', 'users.phone_number',
  'companies.name', 'companies.street_address', 'companies.postal_code', 'companies.city',
  'companies.contact_name', 'companies.contact_email', 'companies.contact_phone',
  'company_units.name', 'group_companies.name',
  'bike_stores.name', 'bike_stores.email', 'bike_stores.phone', 'bike_stores.street_address', 'bike_stores.postal_code',
  'bike_stores.city', 'bike_stores.opening_hours', 'bike_store_groups.name',
  'leasing_companies.name', 'leasing_companies.invoice_email', 'leasing_companies.street_address',
  'leasing_companies.postal_code', 'leasing_companies.city',
  'beneficiary_employees.employee_number', 'beneficiary_employees.cost_unit', 'beneficiary_employees.pay_roll_other',
  'beneficiary_employees.employer_note', 'beneficiary_employees.reject_reason', 'beneficiary_employees.absence_other',
  'contact_forms.name', 'contact_forms.email', 'contact_forms.phone', 'contact_forms.company', 'contact_forms.message',
  'contact_forms.note', 'invitations.email',
  'orders.bike_brand', 'orders.bike_model', 'orders.frame_size', 'orders.bike_colour', 'orders.frame_number',
  'orders.delivery_address', 'orders.bike_store_order_number', 'orders.hold_question', 'orders.hold_answer',
  'orders.case_reason',
  'order_cancellations.reason', 'order_cancellations.note', 'order_cancellation_requests.reason',
  'order_cancellation_requests.answer',
  'insurance_claims.place', 'insurance_claims.description', 'insurance_claims.lock_used', 'insurance_claims.third_party',
  'insurance_claims.objection', 'insurance_claims.denial_reason', 'insurance_claims.police_report_number',
  'bike_returns.received_note', 'bike_returns.objection', 'bike_returns.objection_answer',
  'bike_brokerages.description', 'bike_brokerages.named_email', 'bike_brokerages.buyer_name',
  'bike_brokerages.buyer_address', 'bike_brokerages.buyer_email',
  'absence_plans.absence_text'
]);
