/** Whom an order can wait for. */
export const waitedFor = ['EMPLOYEE', 'EMPLOYER', 'STORE', 'STAFF', 'LESSOR'] as const
export type WaitedFor = (typeof waitedFor)[number]
