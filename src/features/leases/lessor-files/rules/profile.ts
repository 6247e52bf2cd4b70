/** How a lessor wants its files: the form, the headers of the columns, and its words for its answers. */
import type { CsvForm } from '#platform/values/csv-form.ts'

/** What we tell of an agreement, in the order of the file. A column without a header is left out. */
export const writtenColumns = [
  'event',
  'agreementNumber',
  'companyName',
  'businessId',
  'frameNumber',
  'startDay',
  'endDay',
  'instalment',
  'residual',
  'endReason',
] as const
export type WrittenColumn = (typeof writtenColumns)[number]

/** What a lessor writes besides the number, the last day and the instalment of a lease. */
const answerColumns = ['answer', 'reason'] as const
export const lessorColumns = [...writtenColumns, ...answerColumns] as const
export type LessorColumn = (typeof lessorColumns)[number]

/** Without these no file of a lessor can be read. */
export const neededColumns: readonly LessorColumn[] = ['agreementNumber', 'endDay', 'instalment', 'answer', 'reason']

/** A lessor's answer to what it was told, and its own word that a lease ends. */
export const lessorAnswers = ['ACCEPTED', 'REJECTED', 'END'] as const
export type LessorAnswer = (typeof lessorAnswers)[number]

export interface LessorProfile extends Omit<CsvForm, 'quotes'> {
  readonly headers: Readonly<Record<LessorColumn, string>>
  readonly answers: Readonly<Record<LessorAnswer, string>>
}

/** The form of a lessor that has not told another. */
export const ordinaryProfile: LessorProfile = {
  separator: ';',
  dateFormat: 'DD.MM.YYYY',
  decimalSign: ',',
  encoding: 'UTF-8-BOM',
  headers: {
    event: 'tapahtuma',
    agreementNumber: 'sopimusnumero',
    companyName: 'yritys',
    businessId: 'y-tunnus',
    frameNumber: 'runkonumero',
    startDay: 'alkaa',
    endDay: 'päättyy',
    instalment: 'kuukausierä',
    residual: 'jäännösarvo',
    endReason: 'päättymisen syy',
    answer: 'vastaus',
    reason: 'syy',
  },
  answers: { ACCEPTED: 'OK', REJECTED: 'HYLÄTTY', END: 'PÄÄTTYY' },
}
