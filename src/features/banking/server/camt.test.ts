import { describe, expect, it } from 'vitest'
import { FileFault } from '#platform/server/documents/xml-reader.ts'
import { type BankEntry, readCamt, type Statement } from './camt.ts'

const IBAN = 'FI2112345600000785'

/** A statement as banks write it in version .02, or .08 with its further levels. */
function statementXml(entries: string, { version = '02', kind = 'BkToCstmrStmt', iban = IBAN } = {}): string {
  const item = kind === 'BkToCstmrStmt' ? 'Stmt' : 'Ntfctn'
  const type = kind === 'BkToCstmrStmt' ? '053' : '054'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${type}.001.${version}"><${kind}>
<GrpHdr><MsgId>M1</MsgId></GrpHdr>
<${item}><Id>S1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries}
</${item}></${kind}></Document>`
}

const entry = (inner: string, { amount = '100.00', sign = 'CRDT', ccy = 'EUR', status = 'BOOK' } = {}) =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` +
  `<Sts>${status === 'CD' ? '<Cd>BOOK</Cd>' : status}</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>` +
  `<AcctSvcrRef>ARCH1</AcctSvcrRef><NtryDtls>${inner}</NtryDtls></Ntry>`

const paid = (reference: string, { amount = '', name = 'Testi Maksaja' } = {}) =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}` +
  `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>` +
  `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`

async function read(xml: string, chunk = xml.length) {
  const statements: Statement[] = []
  const entries: BankEntry[] = []
  const bytes = Buffer.from(xml, 'utf8')
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  )
  await readCamt(chunks, { statement: (one) => statements.push(one), entry: (one) => entries.push(one) })
  return { statements, entries }
}

const faultOf = (xml: string) =>
  read(xml).then(
    () => null,
    (error: unknown) => (error instanceof FileFault ? `${error.code}:${error.line}` : String(error)),
  )

describe('a bank statement', () => {
  it('gives a reference payment with its payer, whatever the size of the pieces it arrives in', async () => {
    const xml = statementXml(
      entry(paid('0000000000000002026000422', { name: 'Mäkelä & Pojat Oy' }).replace('& ', '&amp; ')),
    )
    const whole = await read(xml)
    expect(whole.statements).toEqual([{ kind: 'CAMT053', statementId: 'S1', iban: IBAN, line: 6 }])
    expect(whole.entries).toEqual([
      {
        line: 6,
        servicerReference: 'ARCH1',
        position: 1,
        batchCount: 0,
        direction: 'CREDIT',
        isReversal: false,
        amountCents: 10_000,
        bookingDay: '2026-11-20',
        reference: '2026000422',
        message: null,
        endToEndId: null,
        counterpartyName: 'Mäkelä & Pojat Oy',
        counterpartyIban: null,
      },
    ])
    expect((await read(xml, 7)).entries).toEqual(whole.entries)
  })

  it('gives the transactions of a batch one by one, in the words of version .08 too', async () => {
    const amounts = ['<Amt Ccy="EUR">60.00</Amt>', '<AmtDtls><TxAmt><Amt Ccy="EUR">40.00000</Amt></TxAmt></AmtDtls>']
    const inner = `<Btch><NbOfTxs>2</NbOfTxs></Btch>${paid('1232', { amount: amounts[0]! })}${paid('RF111232', { amount: amounts[1]! }).replace('<Dbtr><Nm>Testi Maksaja</Nm></Dbtr>', '<Dbtr><Pty><Nm>Testi Maksaja</Nm></Pty></Dbtr>')}`
    const { entries } = await read(
      statementXml(entry(inner, { status: 'CD' }), { version: '08', kind: 'BkToCstmrDbtCdtNtfctn' }),
    )
    expect(entries.map((one) => [one.position, one.amountCents, one.reference, one.counterpartyName])).toEqual([
      [1, 6_000, '1232', 'Testi Maksaja'],
      [2, 4_000, '1232', 'Testi Maksaja'],
    ])
  })

  it('reads alike in every version from .02 to .08, wherever it places names and state', async () => {
    const names = ['<Dbtr><Nm>Testi Maksaja</Nm></Dbtr>', '<Dbtr><Pty><Nm>Testi Maksaja</Nm></Pty></Dbtr>']
    const seen = new Set<string>()
    for (const version of ['02', '03', '04', '05', '06', '07', '08'])
      for (const kind of ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'])
        for (const name of names)
          for (const status of ['BOOK', 'CD']) {
            const inner = paid('1232').replace(names[0]!, name)
            const { entries } = await read(statementXml(entry(inner, { status }), { version, kind }))
            seen.add(JSON.stringify(entries))
          }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toContain('"counterpartyName":"Testi Maksaja"')
  })

  it('gives a batch booked as one sum without its transactions, and a reversal as one', async () => {
    const batch = entry('<Btch><NbOfTxs>3</NbOfTxs></Btch>')
    const reversal = entry('', { sign: 'DBIT' }).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
    const { entries } = await read(statementXml(batch + reversal))
    expect(entries.map((one) => [one.position, one.batchCount, one.direction, one.isReversal])).toEqual([
      [0, 3, 'CREDIT', false],
      [0, 0, 'DEBIT', true],
    ])
  })

  it('leaves out what is not booked yet', async () => {
    expect((await read(statementXml(entry('', { status: 'PDNG' })))).entries).toEqual([])
  })

  it('is refused with the line that shows why', async () => {
    const lines: [string, string][] = [
      [statementXml(entry('', { ccy: 'SEK' })), 'BANK_FILE_OTHER_CURRENCY:6'],
      [statementXml(entry('', { amount: '1.005' })), 'BANK_FILE_WRONG_AMOUNT:6'],
      [statementXml(entry('', { amount: '-1.00' })), 'BANK_FILE_WRONG_AMOUNT:6'],
      [statementXml(entry('').replace('2026-11-20', '2026-02-30')), 'BANK_FILE_WRONG_DAY:6'],
      [statementXml(entry('').replace('<CdtDbtInd>CRDT</CdtDbtInd>', '')), 'BANK_FILE_INCOMPLETE:6'],
      [statementXml(entry(paid('1232', { amount: '<Amt Ccy="EUR">1.00</Amt>' }).repeat(2))), 'BANK_FILE_SUM_DIFFERS:6'],
      [statementXml(entry(''), { iban: 'FI00' }), 'BANK_FILE_NO_ACCOUNT:6'],
      [statementXml(entry('')).slice(0, -40), 'XML_MALFORMED:6'],
      ['<Document><Other><A/></Other></Document>', 'BANK_FILE_UNKNOWN_KIND:1'],
      ['', 'XML_MALFORMED:1'],
      ['<!DOCTYPE a [<!ENTITY x "y">]><Document>&x;</Document>', 'XML_MALFORMED:1'],
    ]
    for (const [xml, fault] of lines) expect(await faultOf(xml), xml.slice(0, 200)).toBe(fault)
  })

  it('is refused when it nests without end', async () => {
    expect(await faultOf(`<Document><BkToCstmrStmt>${'<a>'.repeat(100)}`)).toBe('XML_TOO_DEEP:1')
  })
})
