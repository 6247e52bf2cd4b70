-- From when a verified number or private address confirms a signature: at once, or 72 hours after it was verified when
-- somebody else has changed the identity before, or a password was recovered by a mail alone. Whoever took an account
-- over could otherwise add a proof of their own and sign with it. The rows are written in several places, so the
-- database carries the rule.
alter table users
  add column phone_proof_from timestamptz,
  add column personal_email_proof_from timestamptz;

create function carry_proof_times() returns trigger language plpgsql as $$
declare
  wait interval := case when new.identity_changed_at is null and new.recovered_at is null then '0' else '72 hours' end;
begin
  if new.phone_verified_at is null then
    new.phone_proof_from := null;
  elsif tg_op = 'INSERT' or new.phone_verified_at is distinct from old.phone_verified_at
        or new.phone_number is distinct from old.phone_number then
    new.phone_proof_from := new.phone_verified_at + wait;
  end if;
  if new.personal_email_verified_at is null then
    new.personal_email_proof_from := null;
  elsif tg_op = 'INSERT' or new.personal_email_verified_at is distinct from old.personal_email_verified_at
        or new.personal_email is distinct from old.personal_email then
    new.personal_email_proof_from := new.personal_email_verified_at + wait;
  end if;
  return new;
end $$;
create trigger users_proof_times before insert or update on users
  for each row execute function carry_proof_times();

update users set
  phone_proof_from = phone_verified_at
    + case when phone_verified_at > least(identity_changed_at, recovered_at) then interval '72 hours' else '0' end,
  personal_email_proof_from = personal_email_verified_at
    + case when personal_email_verified_at > least(identity_changed_at, recovered_at) then interval '72 hours' else '0' end
where phone_verified_at is not null or personal_email_verified_at is not null;

