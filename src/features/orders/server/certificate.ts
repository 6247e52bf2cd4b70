import { renderCertificatePdf } from '#features/documents/server/delivery-certificate-pdf.ts'
import type { Db } from '#platform/server/database/db.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OrderRecord } from './record.ts'

/** Makes the delivery certificate from the reported facts and ties it to the order. */
export async function keepDeliveryCertificate(
  db: Db,
  services: Services,
  { order, related: s }: OrderRecord,
): Promise<string> {
  const { texts, brand, env } = services
  const content = await renderCertificatePdf({
    texts,
    brand,
    language: 'fi',
    at: env.now(),
    day: helsinkiDay(env.now()),
    orderNumber: order.order_number,
    agreementNumber: s.agreement_number,
    bike: `${order.bike_brand} ${order.bike_model}`,
    frameSize: order.frame_size,
    colour: order.bike_colour,
    accessories: order.accessories,
    frameNumber: order.frame_number!,
    deliveryDay: order.delivery_day!,
    store: s.store_name!,
    receiver: `${s.first_name} ${s.last_name}`,
    employer: { name: s.company_name, businessId: s.business_id },
    lessor: { name: s.lessor_name ?? brand.legalName, businessId: s.lessor_business_id },
    reportedAt: env.now(),
    reportedBy: order.delivery_reported_by!,
  })
  const file = await keepFile(db, services, {
    companyId: order.company_id,
    parentType: 'order',
    parentId: order.id,
    label: `${order.order_number}-luovutustodistus.pdf`,
    contentType: 'application/pdf',
    content,
  })
  await db.updateTable('orders').set({ certificate_file_id: file.id }).where('id', '=', order.id).execute()
  return file.id
}
