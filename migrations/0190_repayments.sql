-- Money that goes back to a payer is a payment order too. One waits for the payer to name an account (ASKED), or for a
-- second person when the account is another than the money came from (TO_CONFIRM).
alter table payment_orders
  add column kind text not null default 'INVOICE' check (kind in ('INVOICE', 'REPAYMENT')),
  add column account_from text not null default 'INVOICE' check (account_from in ('INVOICE', 'PAYING_ACCOUNT', 'STAFF', 'PAYER')),
  add column confirmed_by uuid references users (id),
  add column confirmed_at timestamptz,
  alter column payee_iban drop not null,
  drop constraint payment_orders_state_check,
  add constraint payment_orders_state_check check (state in ('ASKED', 'TO_CONFIRM', 'QUEUED', 'SENT', 'PAID', 'REMOVED', 'REJECTED')),
  add constraint payment_orders_payee_check check (payee_iban is not null or state in ('ASKED', 'REMOVED')),
  add constraint payment_orders_kind_source_check check ((kind = 'INVOICE') = (account_from = 'INVOICE'));
drop index payment_orders_live_key;
create unique index payment_orders_live_key on payment_orders (invoice_id) where state in ('ASKED', 'TO_CONFIRM', 'QUEUED', 'SENT');

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address', 'invitation', 'identity-change', 'pay', 'repayment'));
