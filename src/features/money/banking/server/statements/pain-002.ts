import { FileFault, type OpenElement, readXml, type XmlVisitor } from '#platform/server/documents/reading/xml-reader.ts'
import { present } from '#platform/values/present.ts'

/** What the bank says of one payment of a file, or of the whole file (without an end-to-end id). */
export interface PaymentReport {
  readonly messageId: string
  readonly endToEndId: string | null
  /** ACTC, ACCP, ACSP, ACSC, ACWC accepted; PDNG, PART under way; RJCT refused. */
  readonly status: string
  /** The bank's reason code, such as AC01, with its text. */
  readonly reason: string | null
  /** Where it ends in the file. */
  readonly line: number
}

const pathOf = (path: readonly OpenElement[]) => path.map(({ name }) => name).join('/')

/**
 * Reads a payment status report (pain.002, versions .03 to .10).
 * @throws FileFault with the line when it is malformed or of another kind
 */
export async function readPaymentStatusReport(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<PaymentReport[]> {
  const reports: PaymentReport[] = []
  let messageId = ''
  let status = ''
  let reason: string[] = []
  let endToEndId: string | null = null
  const report = (id: string | null, line: number) => {
    if (status) reports.push({ messageId, endToEndId: id, status, reason: reason.join(' ') || null, line })
    status = ''
    reason = []
    endToEndId = null
  }
  const visitor: XmlVisitor = {
    open(path) {
      const top = present(path.at(-1))
      if (path.length === 3 && top.name === 'TxInfAndSts') report(null, top.line)
    },
    close(path) {
      const { line, ...top } = present(path.at(-1))
      const text = top.text.trim()
      const at = pathOf(path)
      if (at.endsWith('/OrgnlMsgId')) messageId = text
      if (/\/(GrpSts|PmtInfSts|TxSts)$/.test(at)) status = text
      if (/\/StsRsnInf\/(Rsn\/(Cd|Prtry)|AddtlInf)$/.test(at) && text) reason.push(text)
      if (at.endsWith('/OrgnlEndToEndId')) endToEndId = text
      if (at.endsWith('/TxInfAndSts')) report(endToEndId, line)
      if (/\/(OrgnlGrpInfAndSts|OrgnlPmtInfAndSts)$/.test(at)) report(null, line)
    },
  }
  await readXml(content, visitor, new Set(['CstmrPmtStsRpt']))
  if (!messageId) throw new FileFault('BANK_FILE_UNKNOWN_KIND', 1)
  // A report that tells of no payment is still about a file.
  return reports.length > 0 ? reports : [{ messageId, endToEndId: null, status: '', reason: null, line: 1 }]
}
