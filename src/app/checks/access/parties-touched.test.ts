import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Proposal } from '#features/ground/proposals/contract.ts'
import { guardedAreaOf } from '#platform/contract/guarded-permissions.ts'
import { type PermissionName, permissionNames } from '#platform/contract/permissions.ts'
import { type Silence, silences } from '#testing/lists/parties.ts'
import { ownCalls, touching, touchingNobody } from '#testing/lists/parties-touched.ts'
import { sourceFiles } from '#testing/sources/source-imports.ts'
import { isDeclared, wordsReachedFrom } from '#testing/sources/source-reach.ts'
import { mounted } from '../../server/features.ts'

/*
 * Which permissions touch another party than the holder's own, and how that party hears of each of their acts. What a
 * line says is read in the code that answers the call: the template of a notice, or the kind of a proposal, is reached
 * from its handler, and a call that is said to tell nobody has no shared act of two people.
 */

const moduleOf = (file: string, from: string) =>
  from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from)
const declared = sourceFiles().filter(({ file }) => file.endsWith('/server/feature.ts'))
/** The file in which the handlers of each name stand, and the name of those of some calls. */
const fileOf = new Map(
  declared.flatMap(({ file, text }) =>
    [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
      names!.split(',').map((name) => [name.trim(), moduleOf(file, from!)] as const),
    ),
  ),
)
const handlersOf = new Map(
  declared.flatMap(({ text }) =>
    [...text.matchAll(/\bcalls\(\s*'([^']+)',\s*\w+,\s*(\w+),?\s*\)/g)].map(([, feature, name]) => [feature!, name!]),
  ),
)

/** Every writing call that asks for a permission. */
const calls = mounted.flatMap(({ name, contract }) =>
  Object.entries(contract)
    .filter(([, { method, access }]) => method !== 'GET' && typeof access === 'string' && access.includes(':'))
    .map(([call, spec]) => ({ feature: name, call, title: `${name}.${call}`, spec })),
)
type Call = (typeof calls)[number]
const byTitle = new Map(calls.map((one) => [one.title, one]))

function wordsOf({ feature, call }: Call): ReadonlySet<string> {
  const handlers = handlersOf.get(feature)!
  const all = `${fileOf.get(handlers)}#${handlers}`
  const own = `${all}.${call}`
  const from = isDeclared(own) ? own : all
  if (!isDeclared(from)) throw new Error(`${from} is not found`)
  return wordsReachedFrom(from)
}

const lines = Object.entries(touching).flatMap(([permission, { calls: own = {} }]) =>
  Object.entries(own).map(([title, told]) => ({ permission, title, told })),
)

/** What is wrong with a line; null where the code says the same. */
function faultOf({ title, told }: (typeof lines)[number]): string | null {
  const call = byTitle.get(title)
  if (!call) return `${title} is no call that writes and asks for a permission`
  if (told.startsWith('- ')) return told.slice(2) in silences ? null : `${title} tells nobody and does not say why`
  const words = wordsOf(call)
  if (!told.startsWith('proposal '))
    return words.has(told) && /^[a-z-]+:(notice|employerNotice|mail|sms)\./.test(told)
      ? null
      : `${title} does not say ${told}`
  if ((call.spec.replies as Record<number, unknown>)[202] !== Proposal) return `${title} answers no proposal`
  return words.has(told.slice('proposal '.length)) ? null : `${title} makes no ${told}`
}

describe('every permission', () => {
  const alone = Object.values(touchingNobody).flat()

  it('says once whom it touches, or that it touches nobody but the holder’s own', () => {
    const named = [...Object.keys(touching), ...alone]
    expect(named.toSorted()).toEqual([...permissionNames].toSorted())
  })

  it('that touches another party says so of each of its calls, and of the call within which it is asked', () => {
    const listed = [...lines.map(({ permission, title }) => `${permission} ${title}`)]
    const asked = calls
      .filter(({ spec }) => !alone.includes(spec.access as PermissionName))
      .map(({ spec, title }) => `${spec.access} ${title}`)
    expect(listed.toSorted()).toEqual(asked.toSorted())
    const lost = Object.entries(touching).filter(([permission, { parties, calls: own, within }]) => {
      if (parties.length === 0) return true
      if (!within) return !own
      return own !== undefined || !byTitle.has(within) || !wordsOf(byTitle.get(within)!).has(permission)
    })
    expect(lost.map(([permission]) => permission)).toEqual([])
  })

  it('that touches nobody else has no call but those named here', () => {
    const own = calls.filter(({ spec }) => alone.includes(spec.access as PermissionName)).map(({ title }) => title)
    expect(own.toSorted()).toEqual([...ownCalls].toSorted())
  })
})

describe('every act that touches another party', () => {
  it('tells it by the notice or the proposal that its line names, in the code that answers it', () => {
    expect(lines.map(faultOf).filter((fault) => fault !== null)).toEqual([])
  })

  it('is answered with a proposal only where its line says so', () => {
    const proposing = calls.filter(({ spec }) => (spec.replies as Record<number, unknown>)[202] === Proposal)
    const named = lines.filter(({ told }) => told.startsWith('proposal ')).map(({ title }) => title)
    expect(named.toSorted()).toEqual(proposing.map(({ title }) => title).toSorted())
  })

  it('gives no reason for silence that nothing needs', () => {
    const used = new Set(lines.filter(({ told }) => told.startsWith('- ')).map(({ told }) => told.slice(2) as Silence))
    expect(Object.keys(silences).filter((why) => !used.has(why as Silence))).toEqual([])
  })
})

it('health data, deciding, signing and money are areas of permissions that touch others, or read about them', () => {
  const strange = permissionNames.filter(
    (name) => guardedAreaOf(name) !== null && !(name in touching) && !/:read$|:export$|impersonate$/.test(name),
  )
  expect(strange).toEqual([])
})
