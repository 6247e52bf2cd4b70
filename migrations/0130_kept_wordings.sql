-- The words that documents are made with, each wording once, so that what is sealed later says what was shown.
create table document_wordings (
  -- Of the words as they stand here.
  sha256 bytea primary key,
  language text not null check (language in ('fi', 'sv', 'en')),
  words text not null,
  created_at timestamptz not null
);

-- An agreement that is out for signing keeps its wording and every fact of its document; once sealed or void, the file
-- has them.
alter table leasing_agreements
  add column wording_sha256 bytea references document_wordings (sha256),
  add column document_facts jsonb;

comment on column leasing_agreements.document_facts is 'personal: employee; kept: bookkeeping';
