import { type Static } from 'typebox'
import { Shape, T } from './contract.ts'

const Line = T.String({ maxLength: 200 })

/** The operator's name and contact details. White-label: one configuration, the demo brand by default. */
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
  phone: Line,
  email: Line,
  openingHours: Line,
  iban: Line,
  socialLinks: T.Array(Shape({ name: Line, url: Line }), { maxItems: 10 }),
  /** Two games that teach the service; their links show only when they are set. */
  trainingLinks: Shape({ employer: T.Optional(Line), employee: T.Optional(Line) }),
})
export type Brand = Static<typeof BrandShape>

/** The demo brand: identifiers valid by their check digits, everything else clearly fictitious. */
export const demoBrand: Brand = {
  name: 'Poljin',
  legalName: 'Poljin Oy',
  businessId: '9876543-0',
  vatNumber: 'FI98765430',
  eInvoiceAddress: '003798765430',
  operatorId: '003799999001',
  streetAddress: 'Vasarakuja 4 B',
  postalCode: '02600',
  city: 'Espoo',
  phone: '010 555 0140',
  email: 'hei@poljin.example',
  openingHours: '9–17',
  iban: 'FI2112345600000785',
  socialLinks: [
    { name: 'LinkedIn', url: 'https://linkedin.example/poljin' },
    { name: 'Instagram', url: 'https://instagram.example/poljin' },
    { name: 'Facebook', url: 'https://facebook.example/poljin' },
  ],
  trainingLinks: {},
}
