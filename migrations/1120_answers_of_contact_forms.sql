-- Answers to messages of the contact form: what we sent, and what came back to our mailbox and somebody put beside it.
create table contact_form_answers (
  id uuid primary key,
  contact_form_id uuid not null references contact_forms (id) on delete cascade,
  -- SENT: by us, through the outbox. CAME: the person's reply, put here by hand from the operator's mailbox.
  kind text not null check (kind in ('SENT', 'CAME')),
  body text not null check (length(body) between 1 and 5000),
  written_by uuid not null references users (id),
  -- The message in the outbox, which is a log that others do not refer to.
  outbox_id uuid,
  created_at timestamptz not null default now()
);
comment on column contact_form_answers.body is 'personal: visitor; kept: contact-form';
create index contact_form_answers_thread_idx on contact_form_answers (contact_form_id, created_at, id);
create index contact_form_answers_by_idx on contact_form_answers (written_by);
-- Where an answer to a mail goes, when not to the sender's own address.
alter table outbox add column reply_to text;
