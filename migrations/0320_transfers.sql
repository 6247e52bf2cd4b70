-- A lease that goes to somebody else: who has said yes, what is signed, and the agreement that goes on.
alter table bike_brokerages
  add column giver_agreed_at timestamptz,
  add column taker_agreed_at timestamptz,
  -- The lessor's approval, as it was given to the staff.
  add column lessor_reference text,
  add column lessor_day date,
  -- The last day on which all may sign.
  add column transfer_by date,
  -- The first day of the new lease, once all have signed.
  add column starts_on date,
  -- The ending of this try, which excludes every other end of the lease.
  add column ending_id uuid,
  -- The agreement in the taker's company, so no key holds it.
  add column new_agreement_id uuid,
  add column document_file_id uuid references files (id),
  add column document_sha256 bytea;
alter table bike_brokerages add foreign key (company_id, ending_id) references agreement_endings (company_id, id);
create unique index bike_brokerages_new_agreement_key on bike_brokerages (new_agreement_id) where new_agreement_id is not null;

-- Who has signed the transfer, for whom and by what.
create table transfer_signatures (
  id uuid primary key,
  company_id uuid not null references companies (id),
  brokerage_id uuid not null,
  -- Which document it was given for; a transfer that is begun again has another.
  new_agreement_id uuid not null,
  party text not null check (party in ('SELLER', 'SELLER_EMPLOYER', 'TAKER', 'TAKER_EMPLOYER')),
  user_id uuid not null references users (id),
  typed_name text not null,
  position text,
  document_sha256 bytea not null,
  ip_address text not null,
  proof text not null check (proof in ('PASSWORD', 'SMS', 'EMAIL')),
  proof_since timestamptz,
  signed_at timestamptz not null,
  version integer not null default 1,
  unique (company_id, id),
  unique (new_agreement_id, party),
  foreign key (company_id, brokerage_id) references bike_brokerages (company_id, id)
);
create index transfer_signatures_brokerage_idx on transfer_signatures (brokerage_id);
comment on column transfer_signatures.typed_name is 'personal: signer; kept: contract';
comment on column transfer_signatures.position is 'personal: signer; kept: contract';
comment on column transfer_signatures.ip_address is 'personal: signer; kept: contract';
comment on column transfer_signatures.proof is 'personal: signer; kept: contract';
