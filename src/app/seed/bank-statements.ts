import { takeInFromBank } from '#features/money/banking/server/statements/take-in.ts'
import { element, xmlDocument } from '#platform/server/documents/xml.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import type { SeedParts } from './order-client.ts'

/** A movement of the demo's account: money in, or out with a minus. Euros. */
export interface Movement {
  readonly amount: number
  readonly name: string
  readonly reference?: string | null
  readonly message?: string
  /** Another currency than the account's, in which no statement of ours is kept. */
  readonly currency?: string
  /** The payment order that it carries out. */
  readonly endToEndId?: string
}

const text = (name: string, value: string) => element(name, value)

function entry(
  { amount, currency = 'EUR', name, reference, message, endToEndId }: Movement,
  index: number,
  day: string,
) {
  const isIn = amount > 0
  const party = element(isIn ? 'Dbtr' : 'Cdtr', [text('Nm', name)])
  const remittance = reference
    ? element('Strd', [element('CdtrRefInf', [text('Ref', reference)])])
    : message
      ? text('Ustrd', message)
      : null
  return element('Ntry', [
    element('Amt', Math.abs(amount).toFixed(2), { Ccy: currency }),
    text('CdtDbtInd', isIn ? 'CRDT' : 'DBIT'),
    text('Sts', 'BOOK'),
    element('BookgDt', [text('Dt', day)]),
    text('AcctSvcrRef', `DEMO${day.replaceAll('-', '')}${index}`),
    element('NtryDtls', [
      element('TxDtls', [
        element('Refs', [text('EndToEndId', endToEndId?.replaceAll('-', '') ?? 'NOTPROVIDED')]),
        element('RltdPties', [party]),
        remittance && element('RmtInf', [remittance]),
      ]),
    ]),
  ])
}

const balance = (code: 'OPBD' | 'CLBD', euros: number, day: string) =>
  element('Bal', [
    element('Tp', [element('CdOrPrtry', [text('Cd', code)])]),
    element('Amt', Math.abs(euros).toFixed(2), { Ccy: 'EUR' }),
    text('CdtDbtInd', euros < 0 ? 'DBIT' : 'CRDT'),
    element('Dt', [text('Dt', day)]),
  ])

/** What the account held before and after a day. Euros. */
interface Balances {
  readonly opening: number
  readonly closing: number
}

/** Takes a day's statement of the demo's account in, as the bank would send it, with its balances or without. */
export async function takeInStatement(
  { services }: Pick<SeedParts, 'services'>,
  movements: readonly Movement[],
  balances?: Balances,
): Promise<void> {
  const day = helsinkiDay(services.env.now())
  const content = xmlDocument(
    element(
      'Document',
      [
        element('BkToCstmrStmt', [
          element('GrpHdr', [text('MsgId', `DEMO${day}`), text('CreDtTm', services.env.now().toISOString())]),
          element('Stmt', [
            text('Id', day),
            element('Acct', [element('Id', [text('IBAN', compactIban(services.brand.iban))])]),
            ...(balances ? [balance('OPBD', balances.opening, day), balance('CLBD', balances.closing, day)] : []),
            ...movements.map((movement, index) => entry(movement, index, day)),
          ]),
        ]),
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02' },
    ),
  )
  await takeInFromBank(services, { name: `tiliote-${day}.xml`, open: () => [content] })
}
