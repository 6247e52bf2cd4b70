import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { foldersWithTexts, loadTexts } from '#platform/server/runtime/texts.ts'
import { demoBrand } from '#platform/values/brand.ts'
import { referenceNumberFrom } from '#platform/values/identifiers.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0
const texts = loadTexts(foldersWithTexts(path.resolve(import.meta.dirname, '../../../..')))

it.skipIf(!hasPoppler)(
  'an invoice says the day of supply of each taxed line, the odd cent, and why other lines bear no tax',
  async () => {
    const pdf = await renderInvoicePdf({
      texts,
      brand: demoBrand,
      language: 'fi',
      at: new Date('2026-03-12T08:30:00Z'),
      day: '2026-03-12',
      number: '202600042',
      referenceNumber: referenceNumberFrom('202600042'),
      dueDay: '2026-03-26',
      buyer: { name: 'Esimerkkiyritys Oy', businessId: '1234567-1', address: null, eInvoiceAddress: null },
      lines: [
        { description: 'Maksu', quantity: 1, netCents: 2_390, vatBasisPoints: 2_550, supplyDay: '2026-02-28' },
        { description: 'Vahinko', quantity: 1, netCents: 1_000, vatBasisPoints: 0 },
      ],
      groups: [
        { vatBasisPoints: 0, netCents: 1_000, vatCents: 0, grossCents: 1_000 },
        { vatBasisPoints: 2_550, netCents: 2_390, vatCents: 609, grossCents: 2_999 },
      ],
      netCents: 3_390,
      vatCents: 609,
      roundingCents: 1,
      totalCents: 4_000,
      grounds: ['DAMAGES'],
    })
    const text = execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString().replace(/\s+/gu, ' ')
    expect(text).toContain('28.2.2026')
    expect(text).toContain('Vahingonkorvaus, ei arvonlisäveron alainen')
    expect(text).toMatch(/Pyöristys.* 0,01 €.* 40,00 €/)
  },
)
