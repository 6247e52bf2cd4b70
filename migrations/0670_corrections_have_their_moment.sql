-- When the lessor was told of a difference last: an answer or a list of an earlier day says nothing about it.
alter table lessor_differences add column told_at timestamptz;
update lessor_differences set told_at = updated_at where state = 'TOLD';
alter table lessor_differences add constraint lessor_differences_told_check check (state <> 'TOLD' or told_at is not null);
