import type { LeaseStory } from '../contract.ts'

/** Whether something may begin on a lease now. */
export const mayBegin = ({ beside }: LeaseStory, begins: LeaseStory['beside'][number]['begins']): boolean =>
  beside.some((one) => one.begins === begins && one.refusal === null)
