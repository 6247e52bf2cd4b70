-- What a decision about an application has written, so that it can be undone while its mails still wait.
alter table beneficiary_employees add column decision_undo jsonb;
