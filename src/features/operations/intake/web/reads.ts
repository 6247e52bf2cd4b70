import type { ReplyOf } from '#platform/contract/contract.ts'
import { intake } from '../contract.ts'

export type Aside = ReplyOf<typeof intake.asides>['items'][number]

/** What changes with a decision. */
export const refresh = [intake.asides, intake.files, intake.summary]
