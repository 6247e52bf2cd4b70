import { describe, expect, it } from 'vitest'
import brand from '../../../ops/brand.example.json' with { type: 'json' }
import { faultOfProcessors, isOutsideArea, type Processor } from './processors.ts'

const hosting = { name: 'Esimerkki Tila', task: 'HOSTING', country: 'FI' } as const
const faultOf = (processors: unknown) => faultOfProcessors({ processors: processors as Processor[] })

describe('the processors that an owner names', () => {
  it('are whole in the example, and may be untold or none', () => {
    expect(faultOf(brand.processors)).toBeNull()
    expect(faultOf(undefined)).toBeNull()
    expect(faultOf([])).toBeNull()
  })

  it('need a name, a task and a country', () => {
    expect(faultOf('Esimerkki Tila')).toBe('processors has to be a list')
    expect(faultOf([{ ...hosting, name: ' ' }])).toBe('processors: one without a name')
    expect(faultOf([null])).toBe('processors: one without a name')
    expect(faultOf([{ ...hosting, task: 'SERVERS' }])).toContain('Esimerkki Tila needs a task')
    expect(faultOf([{ ...hosting, country: 'Suomi' }])).toContain('Esimerkki Tila needs a country')
  })

  it('outside the European Economic Area need the ground on which data leaves it', () => {
    expect([isOutsideArea({ country: 'NO' }), isOutsideArea({ country: 'CH' })]).toEqual([false, true])
    expect(faultOf([{ ...hosting, country: 'US' }])).toContain('needs a ground')
    expect(faultOf([{ ...hosting, country: 'US', ground: 'CLAUSES' }])).toBeNull()
  })
})
