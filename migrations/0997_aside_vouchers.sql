-- What somebody puts aside as the bank's own is a voucher of the bank like what the bank has booked.
create or replace function voucher_series(voucher text, accounts text[]) returns text language sql immutable as $$
  select case when voucher like 'payment:%' or voucher like 'settlement:%' or voucher like 'aside:%' then 'TI'
              when 'CREDIT_LOSSES' = any(accounts) or voucher not like 'invoice:%' then 'MU'
              when 'PAYABLES' = any(accounts) then 'OL'
              else 'ML' end
$$;
