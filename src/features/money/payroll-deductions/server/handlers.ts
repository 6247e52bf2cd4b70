import { fail } from '#platform/contract/errors.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { payrollDeductions } from '../contract.ts'
import { confirmDeduction } from './confirm.ts'
import { hasCompany, listDeductions } from './queries.ts'
import { startDeduction } from './start.ts'
import { deductionView } from './view.ts'

export const payrollDeductionsHandlers: Handlers<typeof payrollDeductions> = {
  async start({ params, body }, context) {
    const plan = await startDeduction(context, params.id, body.months)
    const months = plan.map(({ month, askedCents }) => ({ month, asked: eurosFromCents(askedCents) }))
    return new Answer(201, { invoiceId: params.id, months })
  },
  async list({ params }, { db, scope }) {
    if (!(await hasCompany(db, scope, params.companyId))) fail('NOT_FOUND')
    const rows = await listDeductions(db, scope, params.companyId, params.month)
    return wholeListOf(rows.map(deductionView), rows.length)
  },
  confirm({ params, body }, context) {
    return confirmDeduction(context, params, { keptCents: centsFromEuros(body.kept), version: body.version })
  },
}
