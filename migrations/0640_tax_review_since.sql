-- Since when an agreement waits for the review of its taxation: other changes of the row do not begin the wait anew.
alter table leasing_agreements add column tax_regime_review_at timestamptz;
update leasing_agreements set tax_regime_review_at = updated_at where tax_regime_review is not null;
