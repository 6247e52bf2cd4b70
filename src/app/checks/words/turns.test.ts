import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { planProcess } from '#features/lease-ends/absence-plans/rules/table.ts'
import { brokerageProcess } from '#features/lease-ends/brokerage/rules/table.ts'
import { exitProcess } from '#features/lease-ends/company-exits/rules/table.ts'
import { claimProcess } from '#features/lease-ends/insurance-claims/rules/table.ts'
import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { redemptionProcess } from '#features/lease-ends/redemptions/rules/table.ts'
import { returnProcess } from '#features/lease-ends/returns/rules/table.ts'
import { orderProcess } from '#features/orders/orders/rules/transitions.ts'
import { turnsWithoutNotice } from '#testing/process-checks.ts'
import { folderOfFeature, sourceFiles } from '#testing/sources/source-imports.ts'

const processes = {
  planProcess,
  brokerageProcess,
  exitProcess,
  claimProcess,
  cancellationProcess,
  orderProcess,
  redemptionProcess,
  returnProcess,
}

/** Of a process what this test reads; the words of each differ. */
interface Read {
  readonly states: readonly string[]
  readonly steps: readonly {
    readonly name: string
    readonly way: string
    readonly from: readonly string[] | null
    readonly to: string
    readonly effects: readonly string[]
  }[]
  readonly turns: Readonly<Record<string, readonly { awaited: string; action: string; notice: unknown }[]>>
}
const turnsOf = (process: unknown) => {
  const { states, turns } = process as Read
  return states.flatMap((state) => turns[state]!.map((turn) => ({ state, ...turn })))
}

function textAt(language: string, template: string): unknown {
  const [feature, keys] = template.split(':') as [string, string]
  const file = path.join(folderOfFeature(feature), 'texts', `${language}.json`)
  return keys
    .split('.')
    .reduce<unknown>(
      (part, key) => (part as Record<string, unknown> | undefined)?.[key],
      JSON.parse(readFileSync(file, 'utf8')),
    )
}

/** Steps to a state that waits for nobody and that no step forward leaves. */
const endingsOf = (process: unknown) => {
  const { states, steps, turns } = process as Read
  const goesOn = (state: string) => steps.some(({ way, from }) => way === 'forward' && from?.includes(state))
  const ends = new Set(states.filter((state) => turns[state]!.length === 0 && !goesOn(state)))
  return steps.filter(({ from, to }) => ends.has(to) && !from?.includes(to))
}

/** Ends of which another process tells. */
const toldElsewhere = new Map([
  ['orderProcess refund', 'the cancellation of the order tells everybody when its money is settled'],
  ['redemptionProcess cancelForExit', 'the mark of the company that leaves tells its people of it, and of their ways'],
])

describe('whoever took part', () => {
  it.each(Object.entries(processes))('is told at every end of %s', (name, process) => {
    const endings = endingsOf(process)
    expect(endings.length).toBeGreaterThan(0)
    const silent = endings.filter(({ effects }) => !effects.some((effect) => /^(TELL|NOTIFY)/.test(effect)))
    expect(silent.map((step) => `${name} ${step.name}`)).toEqual(
      [...toldElsewhere.keys()].filter((step) => step.startsWith(`${name} `)),
    )
  })
})

describe('whoever is awaited', () => {
  it('is awaited by a process of the list: no other stands in the sources', () => {
    const defined = sourceFiles().flatMap(({ text }) =>
      [...text.matchAll(/export const (\w+Process): Process</g)].map(([, name]) => name!),
    )
    expect(defined.toSorted()).toEqual(Object.keys(processes).toSorted())
  })

  it.each(Object.entries(processes))('hears of it in every state of %s', (_, process) => {
    expect(turnsWithoutNotice(process)).toEqual([])
  })

  it.each(Object.entries(processes))('reads it in three languages: each message of %s has its words', (_, process) => {
    const templates = turnsOf(process).flatMap(({ notice }) =>
      typeof notice === 'object' && notice !== null && 'template' in notice ? [String(notice.template)] : [],
    )
    expect(templates.length).toBeGreaterThan(0)
    for (const template of templates)
      for (const language of ['fi', 'sv', 'en'])
        expect(textAt(language, template), `${template} in ${language}`).toMatchObject({
          subject: expect.any(String),
          body: expect.any(String),
        })
  })

  it('finds it on the staff’s desk alone where the service itself or an outsider is awaited', () => {
    const onDesk = Object.entries(processes).flatMap(([name, process]) =>
      turnsOf(process)
        .filter(({ notice, awaited }) => notice === 'DESK' && awaited !== 'STAFF')
        .map(({ awaited }) => `${name} ${awaited}`),
    )
    // A company outside has its bill; the insurer is asked by the staff, outside the service.
    expect([...new Set(onDesk)]).toEqual(['brokerageProcess BUYER', 'claimProcess INSURER'])
  })

  it('goes missing from no test: a turn without its message is found', () => {
    const broken = {
      ...returnProcess,
      turns: { ...returnProcess.turns, RECEIVED: [{ ...returnProcess.turns.RECEIVED[0]!, notice: null }] },
    }
    expect(turnsWithoutNotice(broken)).toEqual(['RECEIVED STAFF inspect'])
  })
})

describe('the event log', () => {
  it.each(Object.entries(processes))('has a word in three languages for every state of %s', (_, process) => {
    const missing = ['fi', 'sv', 'en'].flatMap((language) =>
      (process as Read).states.filter(
        (state) =>
          !textAt(language, `event-log/event-facts:values.${state}`) &&
          !textAt(language, `orders/desk:status.${state}`),
      ),
    )
    expect(missing).toEqual([])
  })
})
