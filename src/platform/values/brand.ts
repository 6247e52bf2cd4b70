import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import type { Processor } from './processors.ts'

const Line = T.String({ minLength: 1, maxLength: 200 })

/** Whose service this is: everything a white-label owner replaces. */
export const BrandShape = Shape({
  name: Line,
  legalName: Line,
  businessId: Line,
  vatNumber: Line,
  eInvoiceAddress: Line,
  operatorId: Line,
  streetAddress: Line,
  postalCode: Line,
  city: Line,
  /** Where lessors pay the operator's invoices. */
  iban: Line,
  phone: Line,
  email: Line,
  openingHours: Line,
  socialLinks: T.Array(Shape({ name: Line, url: Line })),
  trainingLinks: Shape({ employer: T.Optional(Line), employee: T.Optional(Line) }),
  /** Colour of the logo, `#RRGGBB`; absent means the theme's own ink. */
  logoColour: T.Optional(T.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
})
export type Brand = T.Static<typeof BrandShape> & {
  /** Who processes personal data for the owner, as the privacy page tells; absent until the owner has said, empty for nobody. */
  readonly processors?: readonly Processor[]
}

export const brand = {
  get: endpoint({
    method: 'GET',
    path: '/api/brand',
    access: 'public',
    duringMaintenance: true,
    summary: 'Names and contact details of the service’s owner.',
    replies: { 200: BrandShape },
  }),
}

/** A made-up company: numbers pass their checksums, addresses lead nowhere. */
export const demoBrand: Brand = {
  name: 'Poljin',
  legalName: 'Poljin Oy',
  businessId: '9876543-0',
  vatNumber: 'FI98765430',
  eInvoiceAddress: '003798765430',
  operatorId: '003799999001',
  streetAddress: 'Esimerkkikuja 4 B',
  postalCode: '02600',
  city: 'Espoo',
  iban: 'FI7615903000001238',
  phone: '010 555 0140',
  email: 'hei@poljin.example',
  openingHours: '9–17',
  socialLinks: [
    { name: 'LinkedIn', url: 'https://social.example/linkedin/poljin' },
    { name: 'Instagram', url: 'https://social.example/instagram/poljin' },
  ],
  trainingLinks: {
    employer: 'https://koulutus.poljin.example/tyonantaja',
    employee: 'https://koulutus.poljin.example/pyorailija',
  },
}
