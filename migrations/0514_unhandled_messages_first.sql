-- Messages of the contact form that nobody has handled stand first, the newest of each first.
create index contact_forms_order_idx on contact_forms (checked, created_at desc, id desc);
drop index contact_forms_newest_idx;
drop index contact_forms_unchecked_idx;
