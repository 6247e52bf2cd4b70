import { type RawBuilder, sql } from 'kysely'
import type { InsuranceFacts } from '../shapes.ts'

/** Terms as an order and its documents name them. */
export interface NamedTerms {
  readonly id: string
  readonly number: number
  readonly title: string
  /** SHA-256 of the text, in hex. */
  readonly sha256: string
  readonly insurance: InsuranceFacts | null
}

const named = sql`jsonb_build_object('id', d.id, 'number', d.number, 'title', d.title,
  'sha256', encode(d.sha256, 'hex'), 'insurance', d.insurance)`

/** A column: the terms in force of a kind, in a language. */
export const termsInForceOf = (kind: 'AGREEMENT' | 'INSURANCE', language: RawBuilder<unknown>) =>
  sql<NamedTerms | null>`(select ${named} from terms_documents d where d.kind = ${sql.lit(kind)}
    and d.language = ${language} order by d.number desc limit 1)`

/** A column: the terms that were accepted, by their id. */
export const termsOf = (id: RawBuilder<unknown>) =>
  sql<NamedTerms | null>`(select ${named} from terms_documents d where d.id = ${id})`
