-- Who can sign for a company is asked for every order of a list: its few admins are found among thousands of employees.
create index user_roles_company_role_idx on user_roles (company_id, role_id, user_id) where company_id is not null;
