import { type Selectable, sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import { COUNT_MAX, countOf, isAwaited, newestPage } from '#platform/server/database/pages-of-rows.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { brokerage, OfferRow } from '../contract.ts'
import { monthsLeft } from '../rules/months.ts'
import { brokerageProcess } from '../rules/table.ts'
import type { MarketSort } from '../rules.ts'
import { casesOf, onOffer, partyTo } from './record.ts'
import { caseRow } from './view.ts'

type Market = QueryOf<typeof brokerage.list>
type Cases = QueryOf<typeof brokerage.cases>

const orders: Readonly<Record<MarketSort, readonly ['listed_at' | 'monthly_cents' | 'lease_end_day', 'asc' | 'desc']>> =
  {
    '-listed': ['listed_at', 'desc'],
    price: ['monthly_cents', 'asc'],
    '-price': ['monthly_cents', 'desc'],
    months: ['lease_end_day', 'asc'],
    '-months': ['lease_end_day', 'desc'],
  }

/** The bicycles on offer that fit a filter; what is searched is the bicycle and its place, never a name. */
function offers({ db }: SignedInContext, query: Market) {
  const { kind, frameSize, municipality, maxInstalment } = query
  const search = searchText(query.search)
  const place = searchText(municipality)
  const ofBike = sql`lower(b.bike || ' ' || b.municipality)`
  return db
    .selectFrom('bike_brokerages as b')
    .where(onOffer)
    .$if(kind !== undefined, (q) => q.where('b.bike_kind', '=', kind!))
    .$if(frameSize !== undefined, (q) => q.where(sql<boolean>`lower(b.frame_size) = lower(${frameSize!.trim()})`))
    .$if(place !== undefined, (q) => q.where(sql<boolean>`starts_with(lower(b.municipality), lower(${place!}))`))
    .$if(maxInstalment !== undefined, (q) => q.where('b.monthly_cents', '<=', centsFromEuros(maxInstalment!)))
    .$if(search !== undefined, (q) => q.where(sql<boolean>`position(lower(${search!}) in ${ofBike}) > 0`))
}

type Offered = Selectable<Tables['bike_brokerages']> & { is_own: boolean; photo_ids: string[] }

/** A bicycle on offer, without its rider and company. */
const offerRow = (row: Offered, today: Day): OfferRow => ({
  bikeBrokerageId: row.id,
  version: row.version,
  bike: row.bike,
  kind: row.bike_kind,
  frameSize: row.frame_size,
  description: row.description,
  municipality: row.municipality,
  monthsLeft: monthsLeft(today, row.lease_end_day),
  leaseEndDay: row.lease_end_day,
  instalment: eurosFromCents(row.monthly_cents),
  residual: eurosFromCents(row.residual_cents),
  taxRegime: row.tax_regime,
  photoIds: row.photo_ids,
  listedAt: row.listed_at!.toISOString(),
  isOwn: row.is_own,
})

/** A page of what is on offer in all companies that allow it. */
export async function listOffers(context: SignedInContext, query: Market) {
  const { env, user } = context
  const { page = 1, limit = 20, sort = '-listed' } = query
  const [column, direction] = orders[sort]
  const chosen = offers(context, query)
  const rows = await chosen
    .selectAll('b')
    .select([
      sql<boolean>`exists (select 1 from beneficiary_employees e where e.id = b.beneficiary_employee_id and e.user_id = ${user.userId})`.as(
        'is_own',
      ),
      sql<
        string[]
      >`array(select p.id::text from bike_brokerage_photos p where p.brokerage_id = b.id order by p.created_at, p.id)`.as(
        'photo_ids',
      ),
    ])
    .orderBy(`b.${column}`, direction)
    .orderBy('b.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = await countOf(context.db, chosen)
  const today = helsinkiDay(env.now())
  const items = rows.map((row) => offerRow(row, today))
  return { items, totalCount: Math.min(total, COUNT_MAX), ...(total > COUNT_MAX ? { totalIsEstimate: true } : {}) }
}

/** A page of the offers of which the caller is a party, newest first; the staff's are all. */
export async function listCases({ db, user }: SignedInContext, query: Cases) {
  const { page = 1, limit = 20, step, open, leasingAgreementId, id } = query
  const search = searchText(query.search)
  const chosen = db
    .selectFrom('bike_brokerages as b')
    .where(partyTo(user))
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('b.search_text'), search!)))
    .$if(step !== undefined, (q) => q.where('b.step', '=', step!))
    .$if(open === true, (q) => q.where(isAwaited(brokerageProcess.name, sql.ref('b.id'))))
    .$if(id !== undefined, (q) => q.where('b.id', '=', id!))
    .$if(leasingAgreementId !== undefined, (q) => q.where('b.agreement_id', '=', leasingAgreementId!))
  const { rows, total, ...rest } = await newestPage(db, 'b', chosen, casesOf(db, user), {
    page,
    limit,
    sorted: sortedBy(query.sort, { createdAt: { filled: sql.ref('b.created_at') } }, sql.ref('b.id')),
    waiting: {
      process: brokerageProcess.name,
      scope: scopeOf(user, 'brokerage:accept-transfer'),
      awaited: query.waitingFor,
      grouped: query.grouped,
    },
  })
  return { items: rows.map((row) => caseRow(row, user)), totalCount: total, ...rest }
}
