-- Bank files and billing runs write many rows at once: what makes them searchable is gathered in a list that is read with
-- the index, and merged into it afterwards, not in the middle of the file.
alter index bank_entries_search_idx set (gin_pending_list_limit = 65536);
alter index invoices_search_idx set (gin_pending_list_limit = 65536);
