import { notify } from '#features/ground/notifications/server/notify.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { formatDay, NO_LAST_DAY } from '#platform/values/days.ts'
import type { Columns } from './fields.ts'

interface Told {
  readonly name: string
  readonly values?: Record<string, unknown>
  /** What the person has to act on comes by mail too. */
  readonly link?: string
}

function ofAbsence({ absence_from: from, absence_to: to }: Columns): Told {
  if (!from) return { name: 'noAbsence' }
  return to
    ? { name: 'absenceUntil', values: { from: formatDay(from), to: formatDay(to) } }
    : { name: 'absence', values: { from: formatDay(from) } }
}

/** What the person is told of changed columns; what only the payroll reads (number, unit, cost centre, note) is not among it. */
function toldOf(columns: Columns, changed: readonly string[]): readonly Told[] {
  const told: Told[] = []
  if (changed.includes('last_working_day')) {
    const day = columns.last_working_day
    told.push(
      day && day !== NO_LAST_DAY
        ? { name: 'lastDay', values: { day: formatDay(day) }, link: pageUrl('lifeEvent', {}, { event: 'LEAVING' }) }
        : { name: 'noLastDay' },
    )
  }
  if (changed.includes('absence_from') || changed.includes('absence_to')) told.push(ofAbsence(columns))
  if (changed.includes('max_price_cents')) {
    const cents = columns.max_price_cents
    told.push(typeof cents === 'number' ? { name: 'limit', values: { limit: { cents } } } : { name: 'noLimit' })
  }
  if (changed.includes('benefit_model')) told.push({ name: 'model' })
  return told
}

/** Tells a person what their employer or the staff have changed of their employment. */
export async function tellOfChanges(
  db: Db,
  services: Services,
  person: { readonly userId: string; readonly companyId: string; readonly companyName: string },
  columns: Columns,
  changed: readonly string[],
): Promise<void> {
  for (const { name, values, link } of toldOf(columns, changed))
    await notify(db, services, [person.userId], {
      type: 'GENERAL',
      template: `employees:notice.changed.${name}`,
      values: { company: person.companyName, ...values },
      link: link ?? pages.myBike,
      companyId: person.companyId,
      mail: link !== undefined,
    })
}
