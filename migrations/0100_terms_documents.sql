-- Terms that people accept, as they were published: each version has a text in every language and never changes.
create table terms_documents (
  id uuid primary key,
  kind text not null check (kind in ('AGREEMENT', 'INSURANCE')),
  number integer not null check (number > 0),
  language text not null check (language in ('fi', 'sv', 'en')),
  title text not null,
  -- The whole text as it is read; the hash is of these bytes.
  content text not null,
  sha256 bytea not null,
  -- Insurer, business id, covers, deductible and limit, for the sentences of other documents.
  insurance jsonb,
  created_by uuid references users (id),
  created_at timestamptz not null,
  unique (kind, number, language),
  check ((kind = 'INSURANCE') = (insurance is not null))
);

alter table orders
  add column insurance_terms_id uuid references terms_documents (id),
  add column insurance_terms_sha256 bytea;

alter table leasing_agreements add column terms_id uuid references terms_documents (id);
