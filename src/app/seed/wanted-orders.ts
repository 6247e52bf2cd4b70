import type { OrderStatus } from '#features/orders/orders/rules.ts'
import type { Package } from '#features/orders/orders/shapes.ts'
import type { Day } from '#platform/values/days.ts'
import type { WantedOffer } from './brokerages.ts'
import type { WantedClaim } from './claims.ts'
import type { WantedRedemption } from './redemptions.ts'
import type { WantedReturn } from './returns.ts'
import type { WantedService } from './services.ts'

/** An order of the demo: whose it is, how far it has come, and from when. */
export interface WantedOrder {
  readonly company: 'a' | 'b' | 'c' | 'd'
  readonly name: readonly [string, string]
  readonly email?: string
  readonly target: OrderStatus
  /** The day on which the employer accepted the person. */
  readonly from: Day
  /** Without a shop's name the store is one of the register. */
  readonly bike: Partial<Package> & { isOnlineOrder?: boolean; onlineShopName?: string }
  readonly signed?: 'EMPLOYEE' | 'BOTH'
  /** The employer has declined to sign, and the person chooses anew. */
  readonly isDeclined?: boolean
  /** The store has said that the bicycle can be fetched. */
  readonly isReady?: boolean
  /** What is told of its cancellation beside its status. */
  readonly cancellation?: 'ASKED' | 'DECLINED' | 'WITHDRAWN'
  readonly redemption?: WantedRedemption
  /** Claims for its bicycle, the oldest first. */
  readonly claims?: readonly WantedClaim[]
  readonly returning?: WantedReturn
  /** Vouchers for the service of its bicycle, the oldest first. */
  readonly services?: readonly WantedService[]
  /** Offers of the bicycle to others, one after the other. */
  readonly offers?: readonly WantedOffer[]
}

const bikes = {
  taival: {},
  kaarre: { brand: 'Kaarre', model: 'Kaupunki 3', kind: 'CITY', bikePrice: 1290, accessories: [] },
  louhi: {
    brand: 'Louhi',
    model: 'Sora 2',
    kind: 'GRAVEL',
    bikePrice: 2390,
    accessories: [{ name: 'Valosarja', price: 110 }],
  },
  polku: {
    brand: 'Polku',
    model: 'Verkko 4',
    kind: 'GRAVEL',
    bikePrice: 1890,
    accessories: [],
    onlineShopName: 'Esimerkki Nettipyörä',
    productLink: 'https://www.example.com/nettipyora/polku-verkko-4',
  },
  aalto: { brand: 'Aalto', model: 'Lasti E', kind: 'CARGO', bikePrice: 4000, accessories: [] },
} as const satisfies Record<string, WantedOrder['bike']>

type DaysAgo = (days: number) => Day

const runningLeases = (ago: DaysAgo): WantedOrder[] => [
  {
    company: 'a',
    name: ['Veikko', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: '2025-02-24',
    bike: bikes.taival,
    claims: ['REPAIRED', 'OPEN'],
    returning: 'CANCELLED_REQUESTED',
  },
  {
    company: 'a',
    name: ['Helmi', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: '2025-08-25',
    bike: bikes.louhi,
    redemption: 'CANCELLED',
    claims: ['SENT_CANCELLED', 'DENIED'],
    returning: 'APPROVED',
  },
  {
    company: 'a',
    name: ['Onni', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(150),
    bike: bikes.kaarre,
    redemption: 'OFFERED',
    services: ['BILLED', 'OPEN'],
  },
  {
    company: 'b',
    name: ['Bertta', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(120),
    bike: bikes.louhi,
    redemption: 'BILLED',
  },
  {
    company: 'c',
    name: ['Carl', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(200),
    bike: bikes.taival,
    claims: ['PROOF_COMPLETE'],
    returning: 'INSPECTED',
  },
]

/** Bicycles of an online shop that is no partner. */
const ordersFromOnlineShop = (ago: DaysAgo): WantedOrder[] => [
  { company: 'b', name: ['Viljami', 'Esimerkki'], target: 'PACKAGE_PROVIDED', from: ago(5), bike: bikes.polku },
  { company: 'b', name: ['Valma', 'Esimerkki'], target: 'CONFIRMED', from: ago(11), bike: bikes.polku },
  { company: 'b', name: ['Verner', 'Esimerkki'], target: 'ACTIVE_LEASING', from: ago(110), bike: bikes.polku },
]

/** Leases whose return or redemption has come to its end, or near it. */
const endingLeases = (ago: DaysAgo): WantedOrder[] => [
  {
    company: 'c',
    name: ['Clara', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(190),
    bike: bikes.kaarre,
    claims: ['SENT'],
    returning: 'RECEIVED',
  },
  {
    company: 'c',
    name: ['Christer', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(210),
    bike: bikes.kaarre,
    returning: 'DONE',
  },
  {
    company: 'b',
    name: ['Benjamin', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(220),
    bike: bikes.louhi,
    redemption: 'COMPLETED',
  },
]

const claimed = (ago: DaysAgo, company: 'a' | 'b' | 'c', firstName: string, claim: WantedClaim): WantedOrder => ({
  company,
  name: [firstName, 'Esimerkki'],
  target: 'ACTIVE_LEASING',
  from: ago(130),
  bike: bikes.louhi,
  claims: [claim],
})

/** Leases whose claim the insurer has decided. */
const leasesWithClaims = (ago: DaysAgo): WantedOrder[] => [
  claimed(ago, 'a', 'Ilmari', 'DECIDED'),
  claimed(ago, 'a', 'Lahja', 'AT_REPAIR'),
  claimed(ago, 'a', 'Oiva', 'NEW_BIKE'),
  claimed(ago, 'b', 'Tyyne', 'REPLACED'),
  claimed(ago, 'c', 'Charlotta', 'LEASE_ENDED'),
]

/** Leases whose bicycle is offered to others, in every state of an offer. */
const offeredLeases = (ago: DaysAgo): WantedOrder[] =>
  (
    [
      ['Beata', ['WITHDRAWN', 'DRAFT'], bikes.kaarre],
      ['Birgitta', ['EXPIRED', 'REVIEW'], bikes.louhi],
      ['Boris', ['LISTED'], bikes.taival],
      ['Bruno', ['RESERVED'], bikes.kaarre],
      ['Barbro', ['OFFERED'], bikes.louhi],
      ['Birger', ['TRANSFER'], bikes.kaarre],
      ['Britta', ['DONE'], bikes.kaarre],
      ['Bjarne', ['BUYOUT'], bikes.louhi],
      ['Blenda', ['BILLED'], bikes.kaarre],
    ] as const
  ).map(([first, offers, bike], place) => ({
    company: 'b',
    name: [first, 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(230 + place * 3),
    bike,
    offers,
  }))

const ordersBeforeTheStore = (ago: DaysAgo): WantedOrder[] => [
  {
    company: 'a',
    name: ['Aino', 'Malli'],
    email: 'employee@demo.example',
    target: 'ALL_INFO_PROVIDED',
    from: ago(12),
    bike: bikes.taival,
  },
  { company: 'a', name: ['Eino', 'Esimerkki'], target: 'NOT_STARTED', from: ago(2), bike: bikes.taival },
  { company: 'a', name: ['Aada', 'Esimerkki'], target: 'PENDING', from: ago(4), bike: bikes.taival },
  {
    company: 'a',
    name: ['Toivo', 'Esimerkki'],
    target: 'PACKAGE_PROVIDED',
    from: ago(6),
    bike: bikes.louhi,
    isDeclined: true,
  },
  {
    company: 'a',
    name: ['Lempi', 'Esimerkki'],
    target: 'ALL_INFO_PROVIDED',
    from: ago(9),
    bike: bikes.kaarre,
    signed: 'EMPLOYEE',
  },
  {
    company: 'a',
    name: ['Urho', 'Esimerkki'],
    target: 'CONFIRMED',
    from: ago(14),
    bike: bikes.taival,
    cancellation: 'ASKED',
  },
  {
    company: 'b',
    name: ['Vilho', 'Esimerkki'],
    target: 'CONFIRMED',
    from: ago(10),
    bike: { ...bikes.kaarre, isOnlineOrder: true },
  },
]

const ordersFromTheStoreOn = (ago: DaysAgo): WantedOrder[] => [
  {
    company: 'a',
    name: ['Saima', 'Esimerkki'],
    target: 'PROCESSED',
    from: ago(20),
    bike: bikes.louhi,
    cancellation: 'WITHDRAWN',
  },
  {
    company: 'a',
    name: ['Armas', 'Esimerkki'],
    target: 'WAITING_FOR_INVOICE_MATCH',
    isReady: true,
    from: ago(25),
    bike: bikes.taival,
    cancellation: 'DECLINED',
  },
  {
    company: 'c',
    name: ['Cecilia', 'Malli'],
    email: 'employee-c@demo.example',
    target: 'WAITING_FOR_DELIVERY_DATE',
    from: ago(28),
    bike: bikes.kaarre,
  },
  { company: 'b', name: ['Martta', 'Esimerkki'], target: 'READY_FOR_BILLING', from: ago(18), bike: bikes.kaarre },
  { company: 'a', name: ['Kerttu', 'Esimerkki'], target: 'READY_FOR_BILLING', from: ago(16), bike: bikes.louhi },
  { company: 'a', name: ['Paavo', 'Esimerkki'], target: 'GRENKE_INVOICE_SENT', from: ago(17), bike: bikes.taival },
  {
    company: 'a',
    name: ['Impi', 'Esimerkki'],
    target: 'WAITING_FOR_CUSTOMER_COMMENT',
    from: ago(15),
    bike: bikes.aalto,
  },
]

const ordersThatEnded = (ago: DaysAgo): WantedOrder[] => [
  { company: 'a', name: ['Hugo', 'Esimerkki'], target: 'CANCELLED', from: ago(60), bike: bikes.kaarre },
  { company: 'b', name: ['Elli', 'Esimerkki'], target: 'CASE_X', from: ago(33), bike: bikes.kaarre },
  { company: 'a', name: ['Sulo', 'Esimerkki'], target: 'WIX', from: '2025-01-13', bike: bikes.kaarre },
  { company: 'a', name: ['Vieno', 'Esimerkki'], target: 'REFUNDED', from: ago(90), bike: bikes.kaarre },
]

/** Leases of the company that leaves: nobody has chosen for the one, and the other is being redeemed. */
const leasesOfLeaving = (ago: DaysAgo): WantedOrder[] => [
  { company: 'd', name: ['Rauha', 'Esimerkki'], target: 'ACTIVE_LEASING', from: ago(160), bike: bikes.taival },
  {
    company: 'd',
    name: ['Reino', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(170),
    bike: bikes.louhi,
    redemption: 'BILLED',
  },
]

const redeemed = (from: Day, company: 'b' | 'c', firstName: string, redemption: WantedRedemption): WantedOrder => ({
  company,
  name: [firstName, 'Esimerkki'],
  target: 'ACTIVE_LEASING',
  from,
  bike: bikes.kaarre,
  redemption,
})

/** Leases whose redemption stands still on its way, or has been undone. */
const redeemedLeases = (ago: DaysAgo): WantedOrder[] => [
  redeemed(ago(240), 'c', 'Cornelia', 'LAPSED'),
  redeemed(ago(180), 'b', 'Berit', 'ACCEPTED'),
  redeemed(ago(175), 'b', 'Bengta', 'BATCHED'),
  redeemed(ago(185), 'c', 'Conrad', 'PAID'),
  redeemed(ago(245), 'b', 'Bror', 'WITHDRAWN'),
]

/** Leases that go on: their payment changes, of one that is still exempt, too, or the employer keeps the bicycle. */
const changedLeases = (ago: DaysAgo): WantedOrder[] =>
  (
    [
      ['c', 'Casper', '2025-03-10'],
      ['b', 'Bodil', ago(250)],
      ['c', 'Cia', ago(250)],
    ] as const
  ).map(([company, first, from]) => ({
    company,
    name: [first, 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from,
    bike: bikes.taival,
  }))

/** What waits for somebody and stands in no other order: both have signed, an employment that ends too early, a transfer to sign, a leaver. */
const waitingOrders = (ago: DaysAgo): WantedOrder[] => [
  {
    company: 'b',
    name: ['Väinö', 'Esimerkki'],
    email: 'vaino.esimerkki@tuohi.example',
    target: 'ALL_INFO_PROVIDED',
    from: ago(8),
    bike: bikes.kaarre,
    signed: 'BOTH',
  },
  { company: 'b', name: ['Venla', 'Esimerkki'], target: 'PACKAGE_PROVIDED', from: ago(7), bike: bikes.kaarre },
  {
    company: 'b',
    name: ['Balder', 'Esimerkki'],
    target: 'ACTIVE_LEASING',
    from: ago(260),
    bike: bikes.kaarre,
    offers: ['TO_SIGN'],
  },
  { company: 'b', name: ['Bodo', 'Esimerkki'], target: 'ACTIVE_LEASING', from: ago(255), bike: bikes.kaarre },
]

/** One order in every status and under every tax regime. */
export const wantedOrders = (ago: DaysAgo): WantedOrder[] => [
  ...runningLeases(ago),
  ...endingLeases(ago),
  ...offeredLeases(ago),
  ...ordersBeforeTheStore(ago),
  ...ordersFromTheStoreOn(ago),
  ...ordersThatEnded(ago),
  ...leasesWithClaims(ago),
  ...leasesOfLeaving(ago),
  ...redeemedLeases(ago),
  ...changedLeases(ago),
  ...ordersFromOnlineShop(ago),
  ...waitingOrders(ago),
]
