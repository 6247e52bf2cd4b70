import { OneOf, Shape, T } from '#platform/contract/contract.ts'
import type { Words } from '../table.ts'

/** A step of a case as an answer offers it to its reader: where it leads, and what still stands in its way. */
export const allowedStepOf = <W extends Words>(states: readonly W['state'][]) =>
  Shape({
    step: T.Unsafe<W['step']>(T.String()),
    to: OneOf(states),
    allowed: T.Boolean(),
    unmet: T.Array(T.Unsafe<W['guard'] | 'REASON_MISSING'>(T.String())),
  })

/** Why a step of a case is refused, by the name that the codes of its process begin with. */
export const refusalsOf = <const Name extends string>(name: Name) =>
  ['NOT_FOUND', 'VERSION_CONFLICT', `${name}_STEP_NOT_ALLOWED`, `${name}_STEP_NOT_PERMITTED`] as const
