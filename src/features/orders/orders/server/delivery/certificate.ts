import {
  type CertificateFacts,
  renderCertificatePdf,
} from '#features/ground/documents/server/delivery-certificate-pdf.ts'
import type { DocumentBase } from '#features/ground/documents/server/document-words.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type DocumentMaker, keepFileLater } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { OrderRecord } from '../moves/record.ts'
import { isFromOnlineShop } from '../store/seller.ts'

/** What the certificate says; when it was reported is an instant as text, since the facts are kept until it is made. */
type KeptFacts = Omit<CertificateFacts, keyof DocumentBase | 'reportedAt'> & { readonly reportedAt: string }

function factsOf({ order, related: s }: OrderRecord, { env, brand }: Services): KeptFacts {
  return {
    orderNumber: order.order_number,
    agreementNumber: s.agreement_number,
    bike: `${order.bike_brand} ${order.bike_model}`,
    frameSize: order.frame_size,
    colour: order.bike_colour,
    accessories: order.accessories,
    frameNumber: order.frame_number!,
    deliveryDay: order.delivery_day!,
    store: s.store_name!,
    isOnlineShop: isFromOnlineShop(order),
    receiver: `${s.first_name} ${s.last_name}`,
    employer: { name: s.company_name, businessId: s.business_id },
    lessor: { name: s.lessor_name ?? brand.legalName, businessId: s.lessor_business_id },
    reportedAt: env.now().toISOString(),
    reportedBy: order.delivery_reported_by!,
  }
}

/** Ties a new delivery certificate with the reported facts to the order; its PDF is made after the commit. */
export async function keepDeliveryCertificate(db: Db, services: Services, record: OrderRecord): Promise<OrderRecord> {
  const { order } = record
  const fileId = await keepFileLater(db, services, {
    kind: 'CERTIFICATE',
    facts: factsOf(record, services),
    companyId: order.company_id,
    parentType: 'order',
    parentId: order.id,
    label: `${order.order_number}-luovutustodistus.pdf`,
    contentType: 'application/pdf',
  })
  await db.updateTable('orders').set({ certificate_file_id: fileId }).where('id', '=', order.id).execute()
  return {
    order: { ...order, certificate_file_id: fileId },
    related: { ...record.related, certificate_being_made: true },
  }
}

/** Draws a delivery certificate from its kept facts. */
export const makeCertificatePdf: DocumentMaker = ({ texts, brand }, { facts }) => {
  const { reportedAt, ...kept } = facts as KeptFacts
  const at = new Date(reportedAt)
  return renderCertificatePdf({ ...kept, texts, brand, language: 'fi', at, day: helsinkiDay(at), reportedAt: at })
}
