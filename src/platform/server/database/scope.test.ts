import { expect, it } from 'vitest'
import type { PermissionName, ScopeKind } from '#platform/contract/permissions.ts'
import { type Assignment, permissionsOver, type SignedIn } from './scope.ts'

const assignment = (scopeKind: ScopeKind, companyIds: readonly string[], names: readonly PermissionName[]) =>
  ({ companyIds, role: { scopeKind, permissionNames: new Set(names) } }) as unknown as Assignment

const userWith = (...assignments: Assignment[]) => ({ userId: 'me', assignments }) as unknown as SignedIn

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
