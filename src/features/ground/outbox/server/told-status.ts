import { sql } from 'kysely'
import { KEPT_HERE } from '#platform/server/runtime/gateways.ts'
import type { MessageStatus } from '../rules.ts'

const keptHere = `${KEPT_HERE}%`

/** Whether a message of the alias was handed to nobody, because its channel had no gateway: its row is all there is of it. */
export const isKept = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.status`)} = 'SENT' and ${sql.ref(`${alias}.provider_id`)} like ${sql.lit(keptHere)})`

/** What is told of a message: sent is what a gateway has taken. */
export const toldStatus = (alias: string) =>
  sql<MessageStatus>`case when ${isKept(alias)} then 'KEPT' else ${sql.ref(`${alias}.status`)} end`

type StoredStatus = Exclude<MessageStatus, 'KEPT'>

/** The same of a row that was read whole. */
export const statusOf = (row: { readonly status: StoredStatus; readonly provider_id: string | null }): MessageStatus =>
  row.status === 'SENT' && row.provider_id?.startsWith(KEPT_HERE) ? 'KEPT' : row.status
