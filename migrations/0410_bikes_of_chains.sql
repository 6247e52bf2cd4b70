-- The bicycle of a lease that was taken over is that of an earlier agreement of its chain.
create index leasing_agreements_chain_idx on leasing_agreements (chain_id, created_at, id);
