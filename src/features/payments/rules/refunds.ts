/**
 * NEW is to be asked for, SENT is being asked for, UNKNOWN waits for a person who looks what the service did. PENDING is
 * paid later by the service; OK is paid; FAIL is not paid; BY_BANK is not paid by the service and ordered from the bank.
 */
export const refundStates = ['NEW', 'SENT', 'UNKNOWN', 'PENDING', 'OK', 'FAIL', 'BY_BANK'] as const
export type RefundState = (typeof refundStates)[number]
