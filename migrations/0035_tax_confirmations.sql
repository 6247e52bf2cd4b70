-- A tax table of a year that somebody has compared with its source; a change of the table takes the confirmation away.
create table tax_confirmations (
  register text not null check (register in ('province-tax-table', 'tax-table', 'state-income-tax-table', 'taxpayer-deductions-table')),
  year integer not null check (year between 2000 and 2100),
  source text not null,
  confirmed_by uuid not null references users (id),
  confirmed_at timestamptz not null default now(),
  primary key (register, year)
);
