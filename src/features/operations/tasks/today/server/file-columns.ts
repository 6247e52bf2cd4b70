import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { aboutOf } from '../../about.ts'
import type { StaffTask } from '../contract.ts'
import { workOf } from '../work.ts'

/** The staff's tasks as columns of a file. */
export function taskColumns(texts: Texts, language: LanguageCode): SheetColumn<StaffTask>[] {
  const t = (key: string) => texts.t(language, `today:${key}`)
  const text = (key: string, header: string, value: (task: StaffTask) => string | null): SheetColumn<StaffTask> => ({
    key,
    header: t(header),
    kind: 'text',
    value,
  })
  const day = (key: string, header: string, value: (task: StaffTask) => string | null): SheetColumn<StaffTask> => ({
    key,
    header: t(header),
    kind: 'day',
    value,
  })
  return [
    text('work', 'page.work', (task) => t(`work.${workOf[task.action]}`)),
    text('task', 'page.task', (task) => texts.t(language, `tasks:does.${task.action}`)),
    text('about', 'page.about', aboutOf),
    text('company', 'page.company', (task) => task.companyName),
    text('order', 'page.order', (task) => task.orderNumber),
    day('since', 'page.since', (task) => helsinkiDay(new Date(task.since))),
    day('due', 'page.due', (task) => task.due),
    text('owner', 'page.owner', ({ care }) => care?.owner?.name ?? null),
    day('snoozed', 'page.snoozedUntil', ({ care }) => care?.snooze?.until ?? null),
    text('reason', 'page.reason', ({ care }) => care?.snooze?.reason ?? null),
  ]
}
