// @vitest-environment happy-dom

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import proposals from '#features/ground/proposals/texts/fi.json' with { type: 'json' }
import desk from '#features/orders/orders/desk/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { partOf } from '#testing/part-of.ts'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import facts from '../event-facts/texts/fi.json' with { type: 'json' }
import texts from '../texts/fi.json' with { type: 'json' }
import { type Event, useSummary } from './event-words.ts'

const namespaces = { platform: fi, desk, proposals, 'event-log': texts, 'event-facts': facts }
beforeAll(() => speakFinnish(namespaces))
afterEach(cleanup)

const Summary = ({ event }: { event: Event }) => <output>{useSummary()(event)}</output>
const change = (from: string | null, to: string, name = 'state') => ({ name, from, to })
const told = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => ({ name, value }))

it.each([
  ['a state, from what to what', [change('OPEN', 'WORKED_OFF')], {}, 'Avattu → Hoidettu'],
  ['the first state alone', [change(null, 'NOT_STARTED')], {}, 'Ei aloitettu'],
  [
    'the matter before its state',
    [change('OPEN', 'ENDED')],
    { process: 'company-exit' },
    'Yrityksen lähtö: Avattu → Päättynyt',
  ],
  ['days as they are written', [change('2026-11-02', '2026-11-21')], {}, '2.11.2026 → 21.11.2026'],
  ['how many more changes there are', [change('A-1', 'A-2'), change(null, 'B', 'name')], {}, 'A-1 → A-2 (+1)'],
  [
    'amounts and counts of what was set',
    [],
    { leaseMonths: '33', totalPriceCents: '199000' },
    'Kuukausia: 33, Hinta: 1\u00a0990,00\u00a0€',
  ],
  [
    'whom a reminder was for',
    [],
    { days: '3', action: 'pricePackage', awaited: 'EMPLOYEE' },
    'Päiviä: 3, Odottaa: Työntekijä',
  ],
  ['what a proposal was of', [], { kind: 'REFERENCE_RATE' }, 'Laji: Korkolain viitekorko'],
  [
    'nothing of what only the program has words for',
    [],
    { paymentId: '01a20f4f-aaa5-75f3-8688-0c1fa7e69dd7', edge: 'askStore' },
    '–',
  ],
] as const)('the list of events tells %s', async (_, changes, others, summary) => {
  showPage(<Summary event={partOf<Event>({ changes, facts: told(others) })} />)
  expect((await screen.findByRole('status')).textContent).toBe(summary)
})
