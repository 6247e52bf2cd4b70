-- What a claim of each type has to tell and show before the insurer hears of it.
create table claim_proof_lists (
  type text primary key check (type in ('THEFT', 'DAMAGE', 'VANDALISM', 'LOSS')),
  pieces text[] not null check (pieces <@ array['DAY', 'PLACE', 'DESCRIPTION', 'POLICE_REPORT', 'LOCK', 'THIRD_PARTY', 'PHOTO']),
  version integer not null default 1
);
insert into claim_proof_lists (type, pieces) values
  ('THEFT', array['DAY', 'PLACE', 'DESCRIPTION', 'POLICE_REPORT', 'LOCK']),
  ('DAMAGE', array['DAY', 'PLACE', 'DESCRIPTION', 'PHOTO']),
  ('VANDALISM', array['DAY', 'PLACE', 'DESCRIPTION', 'POLICE_REPORT', 'PHOTO']),
  ('LOSS', array['DAY', 'PLACE', 'DESCRIPTION']);

-- Damage to a leased bicycle, or its loss, as its rider tells it; what the insurer says of it.
create table insurance_claims (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  agreement_id uuid not null,
  type text not null check (type in ('THEFT', 'DAMAGE', 'VANDALISM', 'LOSS')),
  step text not null check (step in ('OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'DENIED', 'CANCELLED')),
  status text not null generated always as
    (case when step in ('OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER') then 'PENDING' when step = 'CANCELLED' then 'CANCELLED' else 'COMPLETED' end) stored,
  happened_day date,
  place text,
  description text,
  police_report_number text,
  lock_used text,
  third_party text,
  -- Pieces of proof that staff do without.
  waived_pieces text[] not null default '{}',
  -- The insurer's own number of the claim.
  insurer_reference text,
  denial_reason text,
  denied_day date,
  objection text,
  step_changed_at timestamptz not null default now(),
  search_text text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, id) references agreement_endings (company_id, id)
);
-- One open claim for one event.
create unique index insurance_claims_open_key on insurance_claims (agreement_id, type)
  where step in ('OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER');
create index insurance_claims_newest_idx on insurance_claims (created_at desc, id desc);
create index insurance_claims_company_idx on insurance_claims (company_id, created_at desc, id desc);
create index insurance_claims_employee_idx on insurance_claims (beneficiary_employee_id, created_at desc, id desc);
create index insurance_claims_status_idx on insurance_claims (status, created_at desc, id desc);
create index insurance_claims_step_idx on insurance_claims (step, step_changed_at, id);
create index insurance_claims_type_idx on insurance_claims (type, created_at desc, id desc);
create index insurance_claims_agreement_idx on insurance_claims (agreement_id);
create index insurance_claims_search_idx on insurance_claims using gin (search_text gin_trgm_ops);
comment on column insurance_claims.place is 'personal: employee; kept: contract';
comment on column insurance_claims.description is 'personal: employee; kept: contract';
comment on column insurance_claims.police_report_number is 'personal: employee; kept: contract';
comment on column insurance_claims.lock_used is 'personal: employee; kept: contract';
comment on column insurance_claims.third_party is 'personal: employee; kept: contract';
comment on column insurance_claims.denial_reason is 'personal: employee; kept: contract';
comment on column insurance_claims.objection is 'personal: employee; kept: contract';
comment on column insurance_claims.search_text is 'personal: employee; kept: contract';

create table insurance_claim_photos (
  id uuid primary key,
  company_id uuid not null references companies (id),
  claim_id uuid not null,
  file_id uuid not null references files (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, claim_id) references insurance_claims (company_id, id)
);
create index insurance_claim_photos_claim_idx on insurance_claim_photos (claim_id, created_at, id);
