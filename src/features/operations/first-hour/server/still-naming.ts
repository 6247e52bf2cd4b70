import { X509Certificate } from 'node:crypto'
import { termsInForce } from '#features/ground/terms/server/queries.ts'
import { employerTermsKinds } from '#features/people/companies/employer-terms/rules.ts'
import { listLessors } from '#features/pricing/leasing/server/queries.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Brand, demoBrand } from '#platform/values/brand.ts'
import type { StillNaming } from '../rules.ts'

/** The service's own wording names the owner; the staff's may say it otherwise, but never names the made-up one. */
async function termsName(db: Db, brand: Brand): Promise<boolean> {
  for (const kind of employerTermsKinds)
    for (const { content, created_by } of await termsInForce(db, kind)) {
      if (content.includes(demoBrand.legalName) && !demoBrand.legalName.includes(brand.legalName)) return true
      if (created_by === null && !content.includes(brand.legalName)) return true
    }
  return false
}

const lessorNames = async (db: Db, brand: Brand) =>
  (await listLessors(db, { activeOnly: true })).some(
    ({ kind, business_id }) => kind === 'OPERATOR' && business_id !== null && business_id !== brand.businessId,
  )

/** A certificate that was made here bears the name of the owner of its day; one that was brought is as it is. */
async function sealNames({ brand, config, log, signText }: SignedInContext): Promise<boolean> {
  if (config.sealP12File) return false
  try {
    const { subject } = new X509Certificate((await signText('first-hour')).certificate)
    return !subject.split('\n').includes(`CN=${brand.legalName}`)
  } catch (error) {
    log.warn({ err: error }, 'the seal does not open')
    return false
  }
}

/** What was made before the owner was named, and names another company still. */
export async function stillNamingAnother(context: SignedInContext): Promise<StillNaming[]> {
  const { db, brand } = context
  const still: StillNaming[] = []
  if (await termsName(db, brand)) still.push('TERMS')
  if (await lessorNames(db, brand)) still.push('LESSOR')
  if (await sealNames(context)) still.push('SEAL')
  return still
}
