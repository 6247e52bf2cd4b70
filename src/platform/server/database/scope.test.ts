import { expect, it } from 'vitest'
import type { PermissionName, ScopeKind } from '#platform/contract/permissions.ts'
import { partOf } from '#testing/part-of.ts'
import { type Assignment, permissionsOver, type SignedIn } from './scope.ts'

const assignment = (scopeKind: ScopeKind, companyIds: readonly string[], names: readonly PermissionName[]) =>
  partOf<Assignment>({ companyIds, role: { scopeKind, permissionNames: new Set(names) } })

const userWith = (...assignments: Assignment[]) => partOf<SignedIn>({ userId: 'me', assignments })

const editor = assignment('COMPANY', ['a'], ['employee:update'])
const rider = assignment('SELF', [], ['order:read'])
const staff = assignment('ALL', [], ['order:process'])

it.each([
  ['nothing of a foreign row', [editor, rider], { companyId: 'b', ownerId: 'else' }, []],
  ['one role over its company', [editor, rider], { companyId: 'a', ownerId: 'else' }, ['employee:update']],
  ['one role over the own row', [editor, rider], { companyId: 'b', ownerId: 'me' }, ['order:read']],
  [
    'every role that reaches a row',
    [editor, rider, staff],
    { companyId: 'a', ownerId: 'me' },
    ['employee:update', 'order:read', 'order:process'],
  ],
  ['the role over all rows alone', [editor, staff], { companyId: 'b', ownerId: null }, ['order:process']],
] as const)('gives %s', (_title, assignments, row, names) => {
  expect([...permissionsOver(userWith(...assignments), row)].sort()).toEqual([...names].sort())
})
