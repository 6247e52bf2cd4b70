-- What a third party has stamped (RFC 3161): the token over a root's statement. A root without one is covered by the next
-- that has one, since each statement names the hash of the one before.
create table record_stamps (
  root_number integer primary key references record_roots (number),
  token bytea not null check (octet_length(token) between 1 and 65536),
  -- What the token itself says, for lists.
  stamped_at timestamptz not null,
  authority text not null,
  created_at timestamptz not null
);
create trigger record_stamps_append_only before update or delete on record_stamps for each row execute function refuse_change();
create trigger record_stamps_no_truncate before truncate on record_stamps execute function refuse_change();
