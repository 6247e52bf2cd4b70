-- What a lessor has not answered is counted beside each file that told it.
create index lessor_news_unanswered_idx on lessor_news (lessor_file_id) where answer is null;
-- A review of taxation waits from a day.
alter table leasing_agreements add constraint leasing_agreements_review_since
  check ((tax_regime_review is null) = (tax_regime_review_at is null));
