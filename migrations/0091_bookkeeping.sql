-- What is owed and what stands on account, summed over the whole ledger.
create index ledger_rows_balance_idx on ledger_rows (account) include (amount_cents) where account in ('RECEIVABLES', 'PAYABLES', 'PREPAYMENTS');
