-- An order that was taken back with the acceptance that opened it: its person carries it no longer.
create function carry_order_removed() returns trigger language plpgsql as $$
begin
  update beneficiary_employees e
     set current_order_id = latest.id, order_status = latest.status, order_processed_at = latest.processed_at
    from (values (old.beneficiary_employee_id)) person (id)
    left join lateral (select o.id, o.status, o.processed_at from orders o where o.beneficiary_employee_id = person.id
                        order by o.created_at desc, o.id desc limit 1) latest on true
   where e.id = person.id;
  return null;
end $$;
create trigger orders_carry_removed after delete on orders for each row execute function carry_order_removed();
update beneficiary_employees e set current_order_id = null, order_status = null, order_processed_at = null
 where current_order_id is not null and not exists (select from orders o where o.beneficiary_employee_id = e.id);
