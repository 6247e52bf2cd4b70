-- The people of each company in the order of their names, so that an employer's list of people is one walk in one index
-- (npm run bench -- plans). Triggers keep it; the application only reads it.
create table company_people (
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  last_name text not null,
  first_name text not null,
  -- Everything that a list of people is searched by, private details too: it narrows, the columns of users decide.
  search_text text not null,
  primary key (user_id, company_id)
);

-- A role in a company, an employment there, or an account made for it that has no role yet.
create view memberships as
  select user_id, company_id from user_roles where company_id is not null
  union select user_id, company_id from beneficiary_employees
  union select u.id, u.home_company_id from users u
         where u.home_company_id is not null and not exists (select 1 from user_roles r where r.user_id = u.id);

insert into company_people (company_id, user_id, last_name, first_name, search_text)
  select m.company_id, u.id, u.last_name, u.first_name,
         lower(concat_ws(' ', u.first_name, u.last_name, u.email, u.work_email, u.phone_number, u.personal_email))
    from memberships m join users u on u.id = m.user_id
   order by m.company_id, u.last_name, u.first_name, u.id;

-- The text stands in the index, so that a search within a company reads the index alone.
create index company_people_name_idx on company_people (company_id, last_name, first_name, user_id) include (search_text);

create function carry_company_people(person uuid) returns void language plpgsql as $$
begin
  -- Whoever changes the same person meanwhile waits here and then sees what this change has left.
  perform 1 from users where id = person for no key update;
  delete from company_people p where p.user_id = person
    and not exists (select 1 from memberships m where m.user_id = person and m.company_id = p.company_id);
  insert into company_people as p (company_id, user_id, last_name, first_name, search_text)
    select m.company_id, u.id, u.last_name, u.first_name,
           lower(concat_ws(' ', u.first_name, u.last_name, u.email, u.work_email, u.phone_number, u.personal_email))
      from memberships m join users u on u.id = m.user_id where m.user_id = person
    on conflict (user_id, company_id) do update
      set last_name = excluded.last_name, first_name = excluded.first_name, search_text = excluded.search_text
      where (p.last_name, p.first_name, p.search_text) is distinct from (excluded.last_name, excluded.first_name, excluded.search_text);
end $$;

create function carry_people_of_row() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform carry_company_people(old.user_id); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.user_id <> old.user_id) then perform carry_company_people(new.user_id); end if;
  return null;
end $$;
create trigger user_roles_people after insert or delete or update of user_id, company_id on user_roles
  for each row execute function carry_people_of_row();
create trigger beneficiary_employees_people after insert or delete or update of user_id, company_id on beneficiary_employees
  for each row execute function carry_people_of_row();

create function carry_people_of_user() returns trigger language plpgsql as $$
begin
  perform carry_company_people(new.id);
  return null;
end $$;
create trigger users_people_new after insert on users
  for each row when (new.home_company_id is not null) execute function carry_people_of_user();
create trigger users_people after update of first_name, last_name, email, work_email, personal_email, phone_number, home_company_id on users
  for each row when ((old.first_name, old.last_name, old.email, old.work_email, old.personal_email, old.phone_number, old.home_company_id)
    is distinct from (new.first_name, new.last_name, new.email, new.work_email, new.personal_email, new.phone_number, new.home_company_id))
  execute function carry_people_of_user();
