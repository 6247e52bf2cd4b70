/** A file as a bank, an operator or a program writes it, made by us at its smallest, and what becomes of it. */
export interface CorpusFile {
  readonly file: string
  /** The public report or guide that it follows: a repository with its thread, a page or a standard. */
  readonly source: string
  /** How the line on the whole begins that `npm run intake` prints. */
  readonly outcome: string
}

/** In the order in which they are taken in. */
export const corpus: readonly CorpusFile[] = [
  { file: 'bank/plain.xml', source: 'ISO 20022 camt.053.001.02', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/newer-version.xml', source: 'ISO 20022 camt.053.001.08', outcome: 'CAMT053: 1 taken' },
  {
    file: 'bank/balances.xml',
    source: 'Finance Finland, guide to account statements camt.053',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/balances-that-do-not-add-up.xml',
    source: 'Finance Finland, guide to account statements camt.053',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/own-account-and-another-in-kronor.xml',
    source: 'OCA/bank-statement-import #233',
    outcome: 'CAMT053: 1 taken (0 matched), 0 known, 0 put aside, 1 accounts skipped',
  },
  {
    file: 'bank/own-account-in-kronor.xml',
    source: 'OCA/bank-statement-import #233',
    outcome: 'CAMT053: 0 taken (0 matched), 0 known, 1 put aside',
  },
  { file: 'bank/foreign-amount-inside.xml', source: 'ISO 20022 camt.053, InstdAmt', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/batch-without-amounts.xml', source: 'OCA/bank-statement-import #51', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/leading-zeros.xml', source: 'OCA/bank-statement-import #157', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/no-entries.xml', source: 'republik/plattform #252', outcome: 'CAMT053: 0 taken' },
  { file: 'bank/byte-mark.xml', source: 'OCA/l10n-spain #1056', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/latin-1.xml', source: 'actualbudget/actual #8912', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/utf-16.xml', source: 'XML 1.0, appendix F', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/prefixed.xml', source: 'Namespaces in XML 1.0', outcome: 'CAMT053: 1 taken' },
  {
    file: 'bank/one-entry-without-amount.xml',
    source: 'ISO 20022 camt.053, Amt is needed',
    outcome: 'CAMT053: 2 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/amount-with-comma.xml',
    source: 'ISO 20022 camt.053, Amt is a decimal with a point',
    outcome: 'CAMT053: 2 taken',
  },
  {
    file: 'bank/day-as-date-and-time.xml',
    source: 'ISO 20022 camt.053, DateAndDateTimeChoice',
    outcome: 'CAMT053: 1 taken',
  },
  { file: 'bank/day-with-zone.xml', source: 'XML Schema part 2, date', outcome: 'CAMT053: 1 taken' },
  {
    file: 'bank/booked-in-a-hundred-years.xml',
    source: 'ISO 20022 camt.053, BookgDt',
    outcome: 'CAMT053: 0 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/ampersand-and-sign.xml',
    source: 'XML 1.0, what programs write without escaping it',
    outcome: 'CAMT053: 1 taken',
  },
  { file: 'bank/packed.xml.gz', source: 'RFC 1952', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/packed.zip', source: 'EBICS, order type C53', outcome: 'CAMT053: 2 taken' },
  { file: 'bank/pending-entry.xml', source: 'ISO 20022 camt.053, Sts PDNG', outcome: 'CAMT053: 1 taken' },
  { file: 'bank/notification.xml', source: 'The-Commit-Company/mint #152', outcome: 'CAMT054: 1 taken' },
  {
    file: 'bank/same-entry-in-the-statement.xml',
    source: 'The-Commit-Company/mint #152',
    outcome: 'CAMT053: 0 taken (0 matched), 1 known',
  },
  {
    file: 'bank/status-of-an-unknown-payment.xml',
    source: 'ISO 20022 pain.002.001.03',
    outcome: 'PAIN002: 1 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/unknown-status.xml',
    source: 'ISO 20022 camt.053, Sts with a code of its own',
    outcome: 'CAMT053: 0 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/status-cut-off.xml',
    source: 'a connection that broke',
    outcome: 'bank file: refused whole: BANK_FILE_NOT_ACCEPTED, reason XML_MALFORMED',
  },
  {
    file: 'bank/cut-off.xml',
    source: 'a connection that broke',
    outcome: 'bank file: refused whole: BANK_FILE_NOT_ACCEPTED, reason XML_MALFORMED',
  },
  { file: 'e-invoices/plain.xml', source: 'Finance Finland, Finvoice 3.0', outcome: 'e-invoices: 1 taken' },
  {
    file: 'e-invoices/behind-a-soap-frame.xml',
    source: 'MLInvoice #186; codemasteroy/py-finvoice, docs/sample_soap.xml',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/buyer-by-vat-number.xml',
    source: 'codemasteroy/py-finvoice, docs/finvoice.xml',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/buyer-by-ovt.xml',
    source: 'Finance Finland, Finvoice 3.0, OVT of a party',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/buyer-by-name-alone.xml',
    source: 'Finance Finland, Finvoice 3.0, BuyerPartyIdentifier may be absent',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/another-buyer.xml',
    source: 'an operator that delivers to the wrong box',
    outcome: 'e-invoices: 0 taken, 0 known, 1 put aside',
  },
  { file: 'e-invoices/one-cent-off.xml', source: 'MLInvoice #424, #426, #430', outcome: 'e-invoices: 1 taken' },
  {
    file: 'e-invoices/seller-without-hyphen.xml',
    source: 'programs that keep a business id as digits',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/latin-9-with-doctype.xml',
    source: 'codemasteroy/py-finvoice, docs/finvoice.xml',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/decimal-point.xml',
    source: 'programs that write sums as numbers',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/two-readings.xml',
    source: 'programs that write sums as numbers',
    outcome: 'e-invoices: 0 taken, 0 known, 1 put aside',
  },
  {
    file: 'e-invoices/credit-with-positive-sums.xml',
    source: 'Finance Finland, Finvoice 3.0, INV02',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/two-in-one-file.xml',
    source: 'Finance Finland, Finvoice 3.0, files of an operator',
    outcome: 'e-invoices: 2 taken',
  },
  {
    file: 'e-invoices/without-a-number.xml',
    source: 'Finance Finland, Finvoice 3.0, InvoiceNumber is needed',
    outcome: 'e-invoices: 0 taken, 0 known, 1 put aside',
  },
  { file: 'lists/stores.csv', source: 'RFC 4180, with the separator of Finnish Excel', outcome: 'stores: 1 new' },
  { file: 'lists/stores-byte-mark-crlf.csv', source: 'Excel, "CSV UTF-8"', outcome: 'stores: 1 new' },
  { file: 'lists/stores-utf-16-tab.txt', source: 'Excel, "Unicode text"', outcome: 'stores: 1 new' },
  { file: 'lists/stores-dos.csv', source: 'Excel, CSV (MS-DOS)', outcome: 'stores: 1 new' },
  { file: 'lists/stores-old-mac.csv', source: 'Excel, CSV (Macintosh)', outcome: 'stores: 1 new' },
  {
    file: 'lists/stores-open-quote.csv',
    source: 'RFC 4180, what programs write without quoting it',
    outcome: 'stores: 2 new, 0 changed, 0 as before, 1 put aside',
  },
  { file: 'lists/stores-title-above.csv', source: 'Excel, a title above the head', outcome: 'stores: 1 new' },
  { file: 'lists/stores-windows-1252.csv', source: 'Excel, "CSV" on Windows', outcome: 'stores: 1 new' },
  { file: 'lists/stores-cr-only.csv', source: 'Excel, "CSV (Macintosh)"', outcome: 'stores: 1 new' },
  { file: 'lists/stores-comma.csv', source: 'RFC 4180', outcome: 'stores: 1 new' },
  {
    file: 'lists/stores-phone-without-zero.csv',
    source: 'Excel, which reads a phone number as a number',
    outcome: 'stores: 1 new',
  },
  { file: 'lists/stores-quoted-new-line.csv', source: 'RFC 4180, 2.6', outcome: 'stores: 1 new' },
  { file: 'lists/stores-hard-blanks.csv', source: 'text pasted from a web page', outcome: 'stores: 1 new' },
  {
    file: 'lists/stores-bad-line-among-good.csv',
    source: 'a slip in one line',
    outcome: 'stores: 2 new, 0 changed, 0 as before, 1 put aside',
  },
  {
    file: 'lists/stores-separator-in-a-name.csv',
    source: 'a separator that is not quoted',
    outcome: 'stores: 0 new, 0 changed, 0 as before, 1 put aside',
  },
  {
    file: 'lists/municipalities.csv',
    source: 'rates written with comma, percent sign and point',
    outcome: 'rates of municipalities: 3 rows read',
  },
  { file: 'lists/no-list-of-ours.csv', source: 'a file dropped by mistake', outcome: 'unknown: refused whole' },
  {
    file: 'bank/details/several-references.xml',
    source: 'ISO 20022 camt.053, RmtInf Strd may stand several times',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/note-beside-a-reference.xml',
    source: 'ISO 20022 camt.053, AddtlRmtInf',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/words-of-the-bank.xml',
    source: 'ISO 20022 camt.053, AddtlNtryInf',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/status-of-its-own.xml',
    source: 'ISO 20022 camt.053.001.08, Sts Prtry',
    outcome: 'CAMT053: 0 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/details/iban-as-another-id.xml',
    source: 'ISO 20022 camt.053, Othr beside an empty IBAN',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/names-of-web-signs.xml',
    source: 'XML 1.0, names that only HTML has',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/amounts-with-plus-and-blanks.xml',
    source: 'ISO 20022 camt.053, Amt is a decimal',
    outcome: 'CAMT053: 3 taken',
  },
  {
    file: 'bank/details/batch-of-two-details.xml',
    source: 'ISO 20022 camt.053, NtryDtls may stand several times',
    outcome: 'CAMT053: 2 taken',
  },
  {
    file: 'bank/details/batch-net-of-charges.xml',
    source: 'ISO 20022 camt.053, Chrgs',
    outcome: 'CAMT053: 0 taken (0 matched), 0 known, 1 put aside',
  },
  {
    file: 'bank/details/behind-a-business-header.xml',
    source: 'ISO 20022 head.001.001.02',
    outcome: 'CAMT053: 1 taken',
  },
  {
    file: 'bank/details/days-of-other-forms.xml',
    source: 'ISO 20022 camt.053, DateAndDateTimeChoice',
    outcome: 'CAMT053: 1 taken (0 matched), 0 known, 2 put aside',
  },
  {
    file: 'e-invoices/reminder.xml',
    source: 'Finance Finland, Finvoice 3.0, INV08',
    outcome: 'e-invoices: 0 taken, 0 known, 1 put aside',
  },
  {
    file: 'e-invoices/pro-forma.xml',
    source: 'Finance Finland, Finvoice 3.0, INV06',
    outcome: 'e-invoices: 0 taken, 0 known, 1 put aside',
  },
  {
    file: 'e-invoices/two-accounts.xml',
    source: 'Finance Finland, Finvoice 3.0, EpiAccountID may stand several times',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/in-instalments.xml',
    source: 'Finance Finland, Finvoice 3.0, PaymentTermsDetails may stand several times',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'e-invoices/three-behind-frames.xml',
    source: 'Finance Finland, Finvoice transmission, several messages in one file',
    outcome: 'e-invoices: 3 taken',
  },
  {
    file: 'e-invoices/nothing-to-pay.xml',
    source: 'Finance Finland, Finvoice 3.0, a sum of nothing',
    outcome: 'e-invoices: 1 taken',
  },
  {
    file: 'lists/stores-note-on-the-first-sheet.xlsx',
    source: 'ECMA-376, workbook of several sheets',
    outcome: 'stores: 1 new',
  },
  { file: 'lists/stores-merged-cells.xlsx', source: 'ECMA-376, mergeCell', outcome: 'stores: 2 new' },
  {
    file: 'lists/stores-formula-without-value.xlsx',
    source: 'ECMA-376, a formula that nobody has calculated',
    outcome: 'stores: 0 new, 0 changed, 0 as before, 1 put aside',
  },
  {
    file: 'lists/stores-error-value.xlsx',
    source: 'ECMA-376, cells of the type e',
    outcome: 'stores: 0 new, 0 changed, 0 as before, 1 put aside',
  },
  {
    file: 'lists/stores-zeros-kept-by-formulas.csv',
    source: 'programs that keep leading zeros by ="007"',
    outcome: 'stores: 1 new',
  },
  {
    file: 'lists/stores-empty-columns-at-the-end.csv',
    source: 'programs that write empty columns',
    outcome: 'stores: 1 new',
  },
]
