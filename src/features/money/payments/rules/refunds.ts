/**
 * NEW is to be asked for, SENT is being asked for. PENDING is paid later by the service; OK is paid; FAIL is not paid;
 * BY_BANK is not paid by the service and ordered from the bank. UNKNOWN and CONTESTED wait for a person who looks what the
 * service did: it did not tell, or it says that it has paid what counted as not paid.
 */
export const refundStates = ['NEW', 'SENT', 'UNKNOWN', 'CONTESTED', 'PENDING', 'OK', 'FAIL', 'BY_BANK'] as const
export type RefundState = (typeof refundStates)[number]

/** The states in which a person says what became of a refund. */
export const statesToDecide: readonly RefundState[] = ['UNKNOWN', 'CONTESTED']
