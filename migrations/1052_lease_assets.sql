-- Bicycles that the operator itself rents out are its fixed assets: bought, depreciated month by month, and gone in the end.
create table lease_assets (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- The lease under which it was acquired; those that follow by transfer have the same chain.
  agreement_id uuid not null,
  chain_id uuid not null,
  -- The order by which the bicycle was bought: a bicycle that replaces a lost one has another.
  order_id uuid,
  acquired_day date not null,
  cost_cents bigint not null check (cost_cents >= 0),
  residual_cents bigint not null check (residual_cents between 0 and cost_cents),
  months integer not null check (months > 0),
  disposed_day date check (disposed_day >= acquired_day),
  disposed_as text check (disposed_as in ('SOLD', 'RETURNED', 'LOST', 'CANCELLED')),
  proceeds_cents bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  constraint lease_assets_gone_whole check ((disposed_day is null) = (disposed_as is null) and (disposed_day is null) = (proceeds_cents is null))
);
create unique index lease_assets_open_key on lease_assets (chain_id) where disposed_day is null;
create index lease_assets_chain_idx on lease_assets (chain_id, order_id);
create index lease_assets_agreement_idx on lease_assets (agreement_id);

-- Every change of its book value, never changed itself: the sum up to a day is the book value of the day.
create table lease_asset_entries (
  id uuid primary key,
  company_id uuid not null references companies (id),
  asset_id uuid not null,
  kind text not null check (kind in ('ACQUIRED', 'DEPRECIATED', 'DISPOSED')),
  day date not null,
  amount_cents bigint not null,
  voucher text not null,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, asset_id) references lease_assets (company_id, id)
);
create unique index lease_asset_entries_once on lease_asset_entries (asset_id, kind, day);
create trigger lease_asset_entries_append_only before update or delete on lease_asset_entries for each row execute function refuse_change();
create trigger lease_asset_entries_no_truncate before truncate on lease_asset_entries execute function refuse_change();
