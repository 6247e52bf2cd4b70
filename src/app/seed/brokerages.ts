import { readFile } from 'node:fs/promises'
import { brokerage, type CaseView } from '#features/lease-ends/brokerage/contract.ts'
import type { BrokerageStep } from '#features/lease-ends/brokerage/rules/words.ts'
import type { TransferParty } from '#features/lease-ends/brokerage/rules.ts'
import { followBrokerages } from '#features/lease-ends/brokerage/server/jobs.ts'
import type { Cast, DriveClient, Driver } from '#features/operations/demo/server/order-drive.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { daysAgo, type SeedClock } from './clock.ts'

/** How far the offer of a running lease has come; a lease may have had several, one after the other. */
export type WantedOffer =
  | 'DRAFT'
  | 'REVIEW'
  | 'LISTED'
  | 'RESERVED'
  | 'OFFERED'
  | 'TRANSFER'
  | 'TO_SIGN'
  | 'BUYOUT'
  | 'BILLED'
  | 'DONE'
  | 'WITHDRAWN'
  | 'EXPIRED'

/** Who takes a bicycle over, and who decides for that person's employer. */
export interface Taker {
  readonly person: Driver
  readonly email: string
  readonly employer: Driver
}

interface OfferParts {
  readonly client: DriveClient
  readonly services: Services
  readonly clock: SeedClock
  readonly cast: Cast
  readonly leasingAgreementId: string
  readonly taker: Taker
}

type Wish = Omit<BodyOf<typeof brokerage.update>, 'step' | 'version'>

const words = {
  text: 'Hyvin pidetty pyörä, huollettu keväällä. Lukko ja lokasuojat tulevat mukana.',
  municipality: 'Tampere',
}

/** One offer, followed from its first answer on. */
async function offerOf({ client, cast, leasingAgreementId }: OfferParts, body: object) {
  let one: CaseView = await client.ok(brokerage.create, { as: cast.employee, body: { leasingAgreementId, ...body } })
  const params = { id: one.bikeBrokerageId }
  return {
    id: one.bikeBrokerageId,
    now: () => one,
    async addPhoto(photo: Buffer) {
      one = await client.ok(brokerage.addPhoto, { as: cast.employee, params, body: photo })
    },
    async take(as: Driver, step: BrokerageStep, wish: Wish = {}) {
      one = await client.ok(brokerage.update, { as, params, body: { step, version: one.version, ...wish } })
    },
  }
}

/** Asks for the sale to an employer outside the service, and has it billed if wanted. */
async function seedSale(parts: OfferParts, wanted: 'BUYOUT' | 'BILLED'): Promise<void> {
  const { cast } = parts
  const offer = await offerOf(parts, {
    buyerName: 'Esimerkki Satama Oy',
    buyerBusinessId: '1234567-1',
    buyerAddress: 'Esimerkkisatama 3, 20100 Turku',
    buyerEmail: 'laskut@satama.example',
  })
  if (wanted === 'BUYOUT') return
  await offer.take(cast.employer, 'agreeToSell')
  await offer.take(cast.staff, 'billBuyer', {
    lessorReference: 'MYYNTI-1',
    buyerAgreedBy: 'Sirkka Malli, toimitusjohtaja',
  })
}

/** Writes a draft and takes it to the list of everybody, as far as wanted. */
async function seedListed(parts: OfferParts, wanted: WantedOffer) {
  const { cast } = parts
  const offer = await offerOf(parts, words)
  if (wanted === 'DRAFT') return offer
  if (wanted === 'WITHDRAWN') {
    await offer.take(cast.employee, 'withdraw')
    return offer
  }
  const photo = await readFile(new URL('./files/demo-bike.png', import.meta.url))
  await offer.addPhoto(photo)
  await offer.take(cast.employee, 'submit')
  if (wanted === 'REVIEW') return offer
  await offer.take(cast.staff, 'list')
  return offer
}

/** All four sign a transfer that everybody has approved. */
async function signAll(
  { client, cast, taker }: OfferParts,
  { id, documentSha256 }: { id: string; documentSha256: string },
) {
  const params = { id }
  const signers: [TransferParty, Driver][] = [
    ['SELLER', cast.employee],
    ['TAKER', taker.person],
    ['SELLER_EMPLOYER', cast.employer],
    ['TAKER_EMPLOYER', taker.employer],
  ]
  for (const [party, as] of signers) {
    const isPerson = party === 'SELLER' || party === 'TAKER'
    if (isPerson) await client.ok(brokerage.signingCode, { as, params, body: { party, documentSha256 } })
    await client.ok(brokerage.sign, {
      as,
      params,
      body: {
        party,
        documentSha256,
        typedName: await client.nameOf(as.userId),
        password: cast.password,
        ...(isPerson ? { code: await client.codeOf(as.userId) } : { position: 'Toimitusjohtaja' }),
      },
    })
  }
}

/** What begins once somebody has reserved the bicycle. */
const passedOn: readonly WantedOffer[] = ['RESERVED', 'TRANSFER', 'TO_SIGN', 'DONE']

/** Offers a leased bicycle to others and takes the offer as far as wanted. */
export async function seedOffer(parts: OfferParts, wanted: WantedOffer): Promise<void> {
  const { cast, taker, clock, services } = parts
  if (wanted === 'BUYOUT' || wanted === 'BILLED') return seedSale(parts, wanted)
  if (wanted === 'OFFERED' || wanted === 'EXPIRED') {
    const day = helsinkiDay(clock.now())
    if (wanted === 'EXPIRED') clock.setTo(daysAgo(clock, 12))
    await offerOf(parts, { takerEmail: taker.email, text: words.text })
    if (wanted === 'OFFERED') return
    clock.setTo(addDays(daysAgo(clock, 12), 8))
    await followBrokerages.run(services)
    clock.setTo(day, 60)
    return
  }
  const offer = await seedListed(parts, wanted)
  if (!passedOn.includes(wanted)) return
  await offer.take(taker.person, 'reserve')
  if (wanted === 'RESERVED') return
  await offer.take(cast.employee, 'startTransfer')
  await offer.take(cast.employer, 'agreeToGive')
  if (wanted === 'TRANSFER') return
  await offer.take(taker.employer, 'agreeToTake')
  await offer.take(cast.staff, 'approveByLessor', { lessorReference: 'SIIRTO-1' })
  if (wanted === 'TO_SIGN') return
  await signAll(parts, { id: offer.id, documentSha256: offer.now().documentSha256! })
}
