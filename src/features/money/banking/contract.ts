import { paymentFileCalls, queueCalls } from './payment-contract.ts'
import { repaymentCalls } from './repayment-contract.ts'
import { statementCalls } from './statement-contract.ts'

export const banking = { ...statementCalls, ...queueCalls, ...repaymentCalls, ...paymentFileCalls }
