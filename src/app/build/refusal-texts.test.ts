import { expect, it } from 'vitest'
import { endpoints } from '#testing/aim.ts'
import { refusalTexts, webTexts } from './web-texts.ts'

/** Their general sentence is said, which every page brings along. */
const general = ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL']

const declared = [...new Set(endpoints.flatMap(({ spec }) => spec.errors ?? []))].filter(
  (code) => !general.includes(code),
)

it.each(['fi', 'en', 'sv'])('every code that a call declares has its sentence for every page in %s', (language) => {
  expect(declared.length).toBeGreaterThan(80)
  const { errors } = refusalTexts(language) as { errors: Record<string, string> }
  expect(declared.filter((code) => !errors[code])).toEqual([])
})

it('pages bring the sentences along that they draw by themselves, and no other of those that all share', () => {
  const { errors } = webTexts('platform', 'fi') as { errors: Record<string, string> }
  expect(Object.keys(errors).sort()).toEqual(['NO_PASSWORD_SET', 'TOKEN_NOT_VALID', 'requestId'])
})
