-- By what the operator signs for a lessor, and as what somebody signs for an employer.
alter table leasing_companies
  add column authority_reference text,
  add column authority_day date;
alter table signatures add column position text;
