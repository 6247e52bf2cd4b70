-- A change that followed a rate before the rate of before was noted: that of the month before. Where none is known, or it is
-- the same, the change stays as it is and nothing is counted from it.
update payment_changes p
   set earlier_vat_basis_points = r.basis_points, updated_at = now(), version = p.version + 1
  from payment_changes own
  cross join lateral (select basis_points from vat_rates
                       where country = 'FI' and valid_from <= own.from_day - interval '1 month'
                         and (valid_to is null or valid_to >= own.from_day - interval '1 month')
                       order by valid_from desc limit 1) r
 where own.id = p.id and p.vat_basis_points is not null and p.earlier_vat_basis_points is null and p.withdrawn_at is null
   and r.basis_points <> p.vat_basis_points;
