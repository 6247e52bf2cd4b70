import { fail } from '#platform/contract/errors.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import type { bikeServices } from '../contract.ts'
import { attachInvoice, billPage, billService } from './bill.ts'
import { findServicedLease } from './queries.ts'
import { takeVoucher, voucherPage } from './shop.ts'
import { serviceView } from './view.ts'
import { cancelVoucher, disputeVoucher, makeVoucher } from './vouchers.ts'

export const bikeServiceHandlers: Handlers<typeof bikeServices> = {
  async get({ params }, context) {
    const { db, scope, user } = context
    const lease = (await findServicedLease(db, scope, params.leasingAgreementId)) ?? fail('NOT_FOUND')
    return serviceView(db, context, lease, user)
  },
  async make({ body }, context) {
    return new Answer(201, await makeVoucher(context, body))
  },
  cancel: ({ params, body }, context) => cancelVoucher(context, params.id, body),
  dispute: ({ params, body }, context) => disputeVoucher(context, params.id, body),
  page: ({ params }, context) => voucherPage(context, params.code),
  take: ({ params, body }, context) => takeVoucher(context, params.code, body),
  billPage: (_request, context) => billPage(context, context),
  async bill({ body }, context) {
    return new Answer(201, await billService(context, context, body))
  },
  attach: ({ body }, context) => attachInvoice(context, context, Buffer.from(body)),
}
