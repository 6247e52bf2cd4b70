// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import memberships from '#features/people/memberships/texts/fi.json' with { type: 'json' }
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { useRoleNames } from './role-names.ts'

beforeAll(() => speakFinnish({ platform: {}, memberships }))
afterEach(cleanup)

function Names({ roles }: { roles: readonly string[] }) {
  const roleName = useRoleNames('memberships')
  return <p>{roles.map(roleName).join(', ')}</p>
}

it('calls a role that somebody has made by the name that it was given', () => {
  showPage(<Names roles={['EMPLOYER_EDITOR', 'Palkkojen tarkastaja']} />)
  expect(screen.getByText(`${memberships.role.EMPLOYER_EDITOR}, Palkkojen tarkastaja`)).toBeTruthy()
})
