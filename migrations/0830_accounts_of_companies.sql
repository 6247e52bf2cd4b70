-- An account that somebody names by a link for a company counts once an admin of that company has approved it, signed in.
alter table payment_orders
  add column needs_approval boolean not null default false,
  add column approved_by uuid references users (id),
  add column approved_at timestamptz,
  add constraint payment_orders_approval_check check (not needs_approval or approved_at is not null or state in ('ASKED', 'TO_CONFIRM', 'REMOVED')),
  add constraint payment_orders_approved_check check ((approved_by is null) = (approved_at is null));
update payment_orders o set needs_approval = true
  from invoices i where i.id = o.invoice_id and i.party = 'EMPLOYER' and o.account_from = 'PAYER' and o.state in ('ASKED', 'TO_CONFIRM');
create index payment_orders_approval_idx on payment_orders (company_id, created_at) where needs_approval and approved_at is null and state in ('ASKED', 'TO_CONFIRM');
