import { takeInFromBank } from '#features/money/banking/server/statements/take-in.ts'
import { compactIban } from '#platform/values/identifiers.ts'
import type { World } from '#testing/world.ts'

let serial = 0

export interface EntryParts {
  readonly amount: string
  readonly ccy?: string
  readonly sign?: 'CRDT' | 'DBIT'
  readonly day?: string
  /** The bank's own reference; null leaves it out. */
  readonly ref?: string | null
  readonly ntryRef?: string
  readonly reference?: string
  readonly iban?: string
  readonly endToEndId?: string
  readonly message?: string
  /** Further elements of the entry and of its transaction. */
  readonly more?: string
  readonly inner?: string
}

const tag = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`)

/** One booked entry of a camt file with one transaction. */
export function bankEntry({ amount, ccy = 'EUR', sign = 'CRDT', day = '2026-11-20', ...parts }: EntryParts): string {
  serial += 1
  const ref = parts.ref === undefined ? `T${serial}` : (parts.ref ?? undefined)
  const account = parts.iban && `<DbtrAcct><Id><IBAN>${parts.iban}</IBAN></Id></DbtrAcct>`
  const remittance = parts.reference
    ? `<Strd><CdtrRefInf><Ref>${parts.reference}</Ref></CdtrRefInf></Strd>`
    : tag('Ustrd', parts.message)
  const refs = tag('EndToEndId', parts.endToEndId?.replaceAll('-', ''))
  return `<Ntry>${tag('NtryRef', parts.ntryRef)}<Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${parts.more ?? ''}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${tag('AcctSvcrRef', ref)}<NtryDtls><TxDtls>${tag('Refs', refs)}${parts.inner ?? ''}<RltdPties><Dbtr><Nm>Testi Maksaja</Nm></Dbtr>${account ?? ''}</RltdPties>${tag('RmtInf', remittance || undefined)}</TxDtls></NtryDtls></Ntry>`
}

interface StatementParts {
  readonly kind?: '052' | '053' | '054'
  readonly iban?: string
  readonly id?: string
  /** Opening and closing balance with the day of the closing. */
  readonly balances?: readonly [opening: string, closing: string, day: string]
}

const roots = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

const balance = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** A camt file of one statement of our account. */
export function bankStatement(world: World, entries: string, parts: StatementParts = {}): Buffer {
  const { kind = '053', iban = compactIban(world.services.brand.iban), id = 'S', balances } = parts
  const [root, item] = roots[kind]
  serial += 1
  const told = balances ? balance('OPBD', balances[0], balances[2]) + balance('CLBD', balances[1], balances[2]) : ''
  return Buffer.from(
    `<?xml version="1.0"?><Document><${root}><GrpHdr><MsgId>${serial}</MsgId></GrpHdr><${item}><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${told}${entries}</${item}></${root}></Document>`,
  )
}

/** What the bank's report says of a payment of ours, or of a whole file. */
export function bankReport({
  messageId = 'X',
  status = 'RJCT',
  reason = 'AC01',
  ...of
}: {
  messageId?: string
  endToEndId?: string
  status?: string
  reason?: string
}): Buffer {
  serial += 1
  const why = `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`
  const one = of.endToEndId?.replaceAll('-', '')
  const told = one
    ? `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${one}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}</TxInfAndSts></OrgnlPmtInfAndSts>`
    : `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>${status}</GrpSts>${why}</OrgnlGrpInfAndSts>`
  return Buffer.from(
    `<?xml version="1.0"?><Document><CstmrPmtStsRpt><GrpHdr><MsgId>R${serial}</MsgId></GrpHdr>${told}</CstmrPmtStsRpt></Document>`,
  )
}

/** What the bank's connection has brought with a file, by its counts. */
export async function bankBrings(world: World, content: Buffer | string) {
  const row = await bankSends(world, content)
  return {
    kind: row.kind,
    entryCount: row.entry_count,
    matchedCount: row.matched_count,
    knownCount: row.known_count,
    skippedAccounts: row.skipped_accounts,
  }
}

/** The bank's connection delivers a file, and it is taken in as the folder's job does. @returns the row of the file */
export async function bankSends(world: World, content: Buffer | string, name = 'pankista.xml') {
  const bytes = Buffer.from(content)
  const id = await takeInFromBank(world.services, { name, open: () => [bytes] })
  const { database } = world.services
  return database.primary.selectFrom('bank_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
