import { describe, expect, it } from 'vitest'
import { FileFault } from '#platform/server/documents/reading/xml-reader.ts'
import { type BankEntry, type DoubtfulEntry, readCamt, type Statement, type StatementEnd } from './camt.ts'

const IBAN = 'FI2112345600000785'

/** A statement as banks write it in version .02, or .08 with its further levels. */
function statementXml(
  entries: string,
  { version = '02', kind = 'BkToCstmrStmt', iban = IBAN, balances = '' } = {},
): string {
  const item = kind === 'BkToCstmrStmt' ? 'Stmt' : 'Ntfctn'
  const type = kind === 'BkToCstmrStmt' ? '053' : '054'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${type}.001.${version}"><${kind}>
<GrpHdr><MsgId>M1</MsgId></GrpHdr>
<${item}><Id>S1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balances}
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
  const doubts: DoubtfulEntry[] = []
  const ends: StatementEnd[] = []
  const bytes = Buffer.from(xml, 'utf8')
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  )
  await readCamt(chunks, {
    statement: (one) => statements.push(one),
    entry: (one) => entries.push(one),
    doubt: (one) => doubts.push(one),
    end: (one) => ends.push(one),
  })
  return { statements, entries, doubts, ends }
}

const faultOf = (xml: string) =>
  read(xml).then(
    () => null,
    (error: unknown) => (error instanceof FileFault ? `${error.code}:${error.line}` : String(error)),
  )

describe('a bank statement', () => {
  it('keeps what is told beside a message: further references, notes, the payer for another, the bank’s own words', async () => {
    const strd = (inner: string) => `<TxDtls><RmtInf>${inner}</RmtInf></TxDtls>`
    const ref = (text: string) => `<Strd><CdtrRefInf><Ref>${text}</Ref></CdtrRefInf></Strd>`
    const several = await read(statementXml(entry(strd(`${ref('1232')}${ref('1245')}`))))
    expect(several.entries).toMatchObject([{ reference: '1232', message: null, besides: '1245', namesSeveral: true }])
    const same = await read(statementXml(entry(strd(`${ref('1232')}${ref('00001232')}`))))
    expect(same.entries).toMatchObject([{ reference: '1232', namesSeveral: false }])
    const note = await read(statementXml(entry(strd('<Strd><AddtlRmtInf>Faktura 4711</AddtlRmtInf></Strd>'))))
    expect(note.entries).toMatchObject([{ message: null, besides: 'Faktura 4711' }])
    const words = '<TxDtls><AddtlTxInf>SWISH</AddtlTxInf></TxDtls>'
    expect((await read(statementXml(entry(words)))).entries).toMatchObject([{ message: null, besides: 'SWISH' }])
    const fee = statementXml(entry('').replace('</Ntry>', '<AddtlNtryInf>PALVELUMAKSU</AddtlNtryInf></Ntry>'))
    expect((await read(fee)).entries).toMatchObject([{ message: null, besides: 'PALVELUMAKSU' }])
    const written = statementXml(
      entry(strd('<Ustrd>Kiitos</Ustrd>')).replace('</Ntry>', '<AddtlNtryInf>PANO</AddtlNtryInf></Ntry>'),
    )
    expect((await read(written)).entries).toMatchObject([{ message: 'Kiitos', besides: null }])
    const estate = '<TxDtls><RltdPties><UltmtDbtr><Pty><Nm>Testi Pesä</Nm></Pty></UltmtDbtr></RltdPties></TxDtls>'
    expect((await read(statementXml(entry(estate)))).entries).toMatchObject([{ counterpartyName: 'Testi Pesä' }])
  })

  it('puts an entry aside whose status is the bank’s own, and finds an account whose IBAN stands as another id', async () => {
    const own = await read(statementXml(entry('').replace('<Sts>BOOK</Sts>', '<Sts><Prtry>HOLD</Prtry></Sts>')))
    expect([own.entries.length, own.doubts[0]?.reason]).toEqual([0, 'INCOMPLETE'])
    const other = statementXml(entry('')).replace(`<IBAN>${IBAN}</IBAN>`, `<IBAN/><Othr><Id>${IBAN}</Id></Othr>`)
    expect((await read(other)).statements[0]?.iban).toBe(IBAN)
  })

  it('gives a reference payment with its payer, whatever the size of the pieces it arrives in', async () => {
    const xml = statementXml(
      entry(paid('0000000000000002026000422', { name: 'Mäkelä & Pojat Oy' }).replace('& ', '&amp; ')),
    )
    const whole = await read(xml)
    expect(whole.statements).toMatchObject([{ kind: 'CAMT053', statementId: 'S1', iban: IBAN, line: 6 }])
    expect(whole.entries).toEqual([
      {
        line: 6,
        servicerReference: 'ARCH1',
        entryReference: '1',
        position: 1,
        batchCount: 0,
        direction: 'CREDIT',
        isReversal: false,
        amountCents: 10_000,
        bookingDay: '2026-11-20',
        reference: '2026000422',
        message: null,
        besides: null,
        namesSeveral: false,
        endToEndId: null,
        counterpartyName: 'Mäkelä & Pojat Oy',
        counterpartyIban: null,
        foreignAmount: null,
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

  it('tells of an entry that cannot be read or judged, with its line and texts, and reads the others', async () => {
    const cases: [string, string][] = [
      [entry('', { ccy: 'SEK' }), 'OTHER_CURRENCY'],
      [entry('', { amount: '1234.005' }), 'WRONG_AMOUNT'],
      [entry('', { amount: '1,234' }), 'TWO_READINGS'],
      [entry('').replace('BookgDt>', 'ValDt>').replace('/BookgDt>', '/ValDt>'), 'NO_BOOKING_DAY'],
      [entry('', { amount: '-1.00' }), 'WRONG_AMOUNT'],
      [entry('', { amount: '99999999999999999.00' }), 'WRONG_AMOUNT'],
      [entry('', { amount: '9999999999999.99' }), 'AMOUNT_TOO_LARGE'],
      [entry('', { amount: '10000000.01' }), 'AMOUNT_TOO_LARGE'],
      [entry('').replace('2026-11-20', '2026-02-30'), 'WRONG_DAY'],
      [entry('').replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), 'INCOMPLETE'],
      [entry('').replace('CRDT', 'X'), 'INCOMPLETE'],
      [entry(paid('1232', { amount: '<Amt Ccy="EUR">1.00</Amt>' }).repeat(2)), 'SUM_DIFFERS'],
    ]
    for (const [xml, reason] of cases) {
      const { entries, doubts } = await read(statementXml(`${entry('')}\n${xml}\n${entry('')}`))
      expect([entries.length, doubts.map((one) => [one.reason, one.line])], reason).toEqual([2, [[reason, 7]]])
      expect(doubts[0]!.raw).toContainEqual(['AcctSvcrRef', 'ARCH1'])
      expect(doubts[0]!.movements?.length ?? 0).toBe(['AMOUNT_TOO_LARGE', 'NO_BOOKING_DAY'].includes(reason) ? 1 : 0)
    }
    expect((await read(statementXml(entry('', { amount: '10000000.00' })))).entries).toHaveLength(1)
    const pending = entry('', { ccy: 'SEK', status: 'PDNG' })
    expect((await read(statementXml(pending))).doubts).toEqual([])
  })

  it('takes the entry’s own euros and shows what was paid in another currency beside them', async () => {
    const foreign = '<Amt Ccy="SEK">1000.00</Amt>'
    const inner = paid('1232', {
      amount: `<AmtDtls><InstdAmt>${foreign}</InstdAmt><TxAmt>${foreign}</TxAmt></AmtDtls>`,
    })
    for (const xml of [
      entry(inner, { amount: '91.20' }),
      entry(paid('1232', { amount: foreign }), { amount: '91.20' }),
    ])
      expect((await read(statementXml(xml))).entries).toMatchObject([
        { amountCents: 9_120, foreignAmount: 'SEK 1000.00' },
      ])
    const beside = entry(paid('1232'), { amount: '91.20' }).replace(
      '<NtryDtls>',
      `<AmtDtls><TxAmt>${foreign}</TxAmt></AmtDtls><NtryDtls>`,
    )
    expect((await read(statementXml(beside))).entries).toMatchObject([
      { amountCents: 9_120, foreignAmount: 'SEK 1000.00' },
    ])
    const own = {
      amount: '<Amt Ccy="SEK">700.00</Amt><AmtDtls><CntrValAmt><Amt Ccy="EUR">60.00</Amt></CntrValAmt></AmtDtls>',
    }
    const batch = entry(paid('1', own) + paid('2', { amount: '<Amt Ccy="EUR">40.00</Amt>' }))
    expect((await read(statementXml(batch))).entries.map((one) => [one.amountCents, one.foreignAmount])).toEqual([
      [6_000, 'SEK 700.00'],
      [4_000, null],
    ])
  })

  it('takes an entry as one sum when its transactions do not all tell their euros', async () => {
    for (const amount of ['', '<Amt Ccy="SEK">500.00</Amt>', '<Amt Ccy="EUR">x</Amt>']) {
      const { entries, doubts } = await read(
        statementXml(entry(paid('1', { amount }) + paid('2', { amount }), { sign: 'DBIT' })),
      )
      expect([entries.map((one) => [one.position, one.batchCount, one.amountCents]), doubts]).toEqual([
        [[0, 2, 10_000]],
        [],
      ])
    }
  })

  it('puts every entry aside of an account of ours that is kept in another currency', async () => {
    const xml = statementXml(entry('')).replace('<Ccy>EUR</Ccy>', '<Ccy>SEK</Ccy>')
    expect((await read(xml)).doubts.map(({ reason }) => reason)).toEqual(['OTHER_CURRENCY'])
  })

  it('tells its booked balances in euros, its days and the sum of its booked entries', async () => {
    const balance = (code: string, amount: string, { sign = 'CRDT', ccy = 'EUR', day = '2026-11-20' } = {}) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
    const entries =
      entry('') +
      entry('', { sign: 'DBIT', amount: '30.00' }) +
      entry('', { status: 'PDNG' }) +
      entry('', { ccy: 'SEK' })
    const period =
      '<ElctrncSeqNb>12</ElctrncSeqNb><FrToDt><FrDtTm>2026-11-20T00:00:00</FrDtTm><ToDtTm>2026-11-20T23:59:59</ToDtTm></FrToDt>'
    const both = balance('OPBD', '10.00', { sign: 'DBIT' }) + balance('ITBD', '5.00') + balance('CLBD', '60.00')
    const { ends } = await read(statementXml(entries, { balances: both }).replace('<Acct>', `${period}<Acct>`))
    const days = {
      from: '2026-11-20',
      to: '2026-11-20',
      closingDay: '2026-11-20',
      firstBooked: '2026-11-20',
      lastBooked: '2026-11-20',
    }
    expect(ends).toEqual([{ ...days, sequence: 12, opening: -1_000, closing: 6_000, bookedCents: 7_000 }])
    const sums = async (balances: string) => {
      const [end] = (await read(statementXml('', { balances }))).ends
      return [end!.opening, end!.closing]
    }
    expect(await sums(balance('PRCD', '1.00') + balance('CLBD', '2.00'))).toEqual([100, 200])
    expect(await sums('')).toEqual([null, null])
    expect(await sums(balance('OPBD', '1.00', { ccy: 'SEK' }) + balance('CLBD', 'x'))).toEqual([null, null])
  })

  it('leaves out the account of somebody else without reading it, also one without an IBAN', async () => {
    const xml = statementXml(entry('', { ccy: 'SEK' })).replace(`<IBAN>${IBAN}</IBAN>`, '<Othr><Id>12-34</Id></Othr>')
    expect((await read(xml)).statements).toMatchObject([{ iban: '12-34' }])
  })

  it('is a report of the day as well', async () => {
    const xml = statementXml(entry('')).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>')
    const { statements, entries } = await read(xml)
    expect([statements[0]!.kind, entries.length]).toEqual(['CAMT052', 1])
  })

  it('is refused with the line that shows why', async () => {
    const lines: [string, string][] = [
      [statementXml(entry('')).slice(0, -40), 'XML_MALFORMED:6'],
      ['<Document><Other><A/></Other></Document>', 'BANK_FILE_UNKNOWN_KIND:1'],
      ['', 'XML_MALFORMED:1'],
      ['<!DOCTYPE a [<!ENTITY x "y">]><Document>&x;</Document>', 'XML_MALFORMED:1'],
    ]
    for (const [xml, fault] of lines) expect(await faultOf(xml), xml.slice(0, 200)).toBe(fault)
  })

  it('keeps both readings of an amount that has two, each with its movements', async () => {
    const { doubts } = await read(statementXml(entry(paid('1232'), { amount: '1,234' })))
    expect(doubts[0]!.readings?.map((one) => [one.amountCents, one.movements[0]!.amountCents])).toEqual([
      [123_400, 123_400],
      [123, 123],
    ])
    const sums = ['100,00', '100', '100.000', '1 100.00', '0100.00'].map((amount) => entry('', { amount }))
    const { entries } = await read(statementXml(sums.join('')))
    expect(entries.map((one) => one.amountCents)).toEqual([10_000, 10_000, 10_000, 110_000, 10_000])
  })

  it('is read in any encoding, in a frame, and several in a file', async () => {
    const xml = statementXml(entry(paid('1232', { name: 'Mäkelä' })))
    const bare = xml.replace(/<\?xml.*\?>/, '')
    const files = [
      Buffer.from(xml, 'latin1'),
      Buffer.from(`\uFEFF${xml}`),
      Buffer.from(`\uFEFF${xml}`, 'utf16le'),
      Buffer.from(xml.replace('UTF-8', 'ISO-8859-15'), 'latin1'),
      Buffer.from(`<a:Envelope><a:Body>${bare}</a:Body></a:Envelope>`),
      Buffer.from(xml.replaceAll(/<(\/?)([A-Z])/g, '<$1n0:$2')),
      Buffer.from(`<!DOCTYPE Document>${bare}`),
    ]
    for (const bytes of files) {
      const names: (string | null)[] = []
      const reader = { statement: () => {}, doubt: () => {}, end: () => {} }
      await readCamt([bytes, bytes], { ...reader, entry: (one) => names.push(one.counterpartyName) })
      expect(names).toEqual(['Mäkelä', 'Mäkelä'])
    }
  })

  it('without an account, or with one that is none, says so', async () => {
    const { statements } = await read(statementXml(entry(''), { iban: 'FI00' }))
    expect(statements).toMatchObject([{ iban: null, told: 'FI00' }])
  })

  it('is refused when it nests without end', async () => {
    expect(await faultOf(`<Document><BkToCstmrStmt>${'<a>'.repeat(100)}`)).toBe('XML_TOO_DEEP:1')
  })
})
