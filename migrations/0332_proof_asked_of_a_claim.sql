-- What a claim was asked for when it was opened: a later change of the list is for later claims.
alter table insurance_claims add column asked_pieces text[]
  check (asked_pieces <@ array['DAY', 'PLACE', 'DESCRIPTION', 'POLICE_REPORT', 'LOCK', 'THIRD_PARTY', 'PHOTO']);
update insurance_claims k set asked_pieces = l.pieces from claim_proof_lists l where l.type = k.type;
