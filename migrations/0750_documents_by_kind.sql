-- Signed documents are filtered by their kind and sorted by the day on which they were signed; agreements are filtered
-- by whether their lease runs.
create index signed_documents_kind_idx on signed_documents (kind, created_at desc, id desc) where deleted_at is null;
create index signed_documents_company_kind_idx on signed_documents (company_id, kind, created_at desc, id desc) where deleted_at is null;
create index signed_documents_signed_idx on signed_documents (leasing_sign_day desc nulls last, id desc) where deleted_at is null;
create index leasing_agreements_lease_idx on leasing_agreements (lease_state, created_at desc, id desc);
create index leasing_agreements_company_lease_idx on leasing_agreements (company_id, lease_state, created_at desc, id desc);
