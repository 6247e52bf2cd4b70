import { type RawBuilder, sql } from 'kysely'

/** An invoice `i` of the company `c` as the staff know it: its number and whom it is from or to. */
export const numberAndParty: RawBuilder<string> = sql<string>`concat_ws(' · ', i.number, case i.party
  when 'PERSON' then (select pu.first_name || ' ' || pu.last_name from beneficiary_employees pe join users pu on pu.id = pe.user_id
                       where pe.id = i.beneficiary_employee_id)
  when 'EMPLOYER' then c.name when 'OUTSIDE' then i.buyer->>'name'
  else coalesce((select ps.name from bike_stores ps where ps.id = i.bike_store_id), i.seller_name,
                (select pl.name from leasing_companies pl where pl.id = i.leasing_company_id)) end)`
