-- A file that goes along with a mail; the mail waits until the file's bytes are made.
alter table outbox add column attachment_file_id uuid references files (id);
create index outbox_attachment_idx on outbox (attachment_file_id) where attachment_file_id is not null;
