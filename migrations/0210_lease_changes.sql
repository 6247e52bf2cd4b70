-- The monthly payment of a running lease from a month on: only the service share changes, the rest stays as agreed.
create table payment_changes (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  -- The number of the agreement's annex.
  number integer not null check (number > 0),
  from_day date not null check (from_day = date_trunc('month', from_day)::date),
  service_share_cents bigint not null check (service_share_cents >= 0),
  instalment_cents bigint not null check (instalment_cents > 0),
  last_instalment_cents bigint not null check (last_instalment_cents >= 0),
  -- What held before it, so that every month can be told afterwards.
  earlier_service_share_cents bigint not null,
  earlier_instalment_cents bigint not null,
  earlier_last_instalment_cents bigint not null,
  reason text not null,
  signed_document_id uuid,
  -- When the agreement began to show it as what is paid.
  applied_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (agreement_id, number),
  unique (agreement_id, from_day),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, signed_document_id) references signed_documents (company_id, id)
);
create index payment_changes_company_idx on payment_changes (company_id, agreement_id, from_day);
create index payment_changes_due_idx on payment_changes (from_day) where applied_at is null;
comment on column payment_changes.reason is 'personal: employee; kept: contract';

-- The last day of an exemption that a review has ended early; null while the law's own days hold.
alter table leasing_agreements add column exempt_until date;
create index leasing_agreements_review_idx on leasing_agreements (created_at desc, id desc) where tax_regime_review is not null;

-- An end that staff set by themselves, with its reason.
alter table agreement_endings drop constraint agreement_endings_kind_check;
alter table agreement_endings
  add constraint agreement_endings_kind_check
    check (kind in ('CANCELLATION', 'REDEMPTION', 'RETURN', 'TRANSFER', 'CLAIM', 'STAFF', 'TAKEBACK')),
  add column reason text;
comment on column agreement_endings.reason is 'personal: employee; kept: contract';
