import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation, requireVersion } from '#platform/server/http/changes.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { VatRate, vat } from '../contract.ts'
import { companyVatOn } from './company-vat.ts'
import { vatEffects } from './effects.ts'
import { vatPorts } from './ports.ts'
import { findVatOn, findVatRate, listVatRates, lockVatRates, type VatRow } from './queries.ts'

const vatRateOf = (row: VatRow): VatRate => ({
  vatId: row.id,
  country: row.country,
  value: percentFromBasisPoints(row.basis_points),
  validFrom: row.valid_from,
  validTo: row.valid_to,
  version: row.version,
})

interface RateBody {
  country: string
  value: number
  validFrom: string
  validTo?: string | null
}

function columnsOf(body: RateBody) {
  const validTo = body.validTo ?? null
  if (validTo !== null && validTo < body.validFrom) failField('validTo', 'BEFORE_START', 'ends before it begins')
  return {
    country: body.country,
    basis_points: basisPointsFromPercent(body.value),
    valid_from: body.validFrom,
    valid_to: validTo,
  }
}

/** Two rates of one country cannot begin on one day. */
async function unlessTaken<R>(write: Promise<R>): Promise<R> {
  return write.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('VAT_RATE_EXISTS') : error
  })
}

/** A rate at its version, with all of them, which nobody else changes meanwhile. */
async function lockAtVersion(db: Db, id: string, version: number): Promise<{ row: VatRow; rates: VatRow[] }> {
  const rates = await lockVatRates(db)
  const row = rates.find((rate) => rate.id === id) ?? fail('NOT_FOUND')
  requireVersion(version, row.version, vatRateOf(row))
  return { row, rates }
}

export const vatHandlers: Handlers<typeof vat> = {
  async list(_request, { db }) {
    const rows = await listVatRates(db)
    return wholeListOf(rows.map(vatRateOf), rows.length)
  },
  async get({ params }, { db }) {
    return vatRateOf((await findVatRate(db, params.id)) ?? fail('NOT_FOUND'))
  },
  async ofCountry({ params }, { db, env }) {
    return vatRateOf((await findVatOn(db, params.code.toUpperCase(), helsinkiDay(env.now()))) ?? fail('NOT_FOUND'))
  },
  effects: ({ query }, { db, env }) => vatEffects(db, query, helsinkiDay(env.now())),
  async ofCompany({ params, query }, { db, env, scope }) {
    const rate = await companyVatOn(db, params.id, helsinkiDay(env.now()), scope)
    const value = percentFromBasisPoints(rate.basisPoints)
    if (query.onlyGetVATValue) return { value }
    return { value, country: rate.country, validFrom: rate.validFrom, validTo: rate.validTo, source: rate.source }
  },
  async create({ body }, context) {
    const { db, env, user } = context
    const id = env.id()
    const rates = await lockVatRates(db)
    const row = await unlessTaken(
      db
        .insertInto('vat_rates')
        .values({ id, created_at: env.now(), ...columnsOf(body) })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await vatPorts().ratesChanged(db, context, { before: rates, after: [...rates, row] })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id },
      data: { register: 'vat', change: 'created', after: vatRateOf(row) },
    })
    return new Answer(201, vatRateOf(row))
  },
  async update({ params, body }, context) {
    const { db, env, user } = context
    const { row: before, rates } = await lockAtVersion(db, params.id, body.version)
    const today = helsinkiDay(env.now())
    const hadRate = (await findVatOn(db, before.country, today)) !== undefined
    const row = await unlessTaken(
      db
        .updateTable('vat_rates')
        .set({ ...columnsOf(body), version: before.version + 1 })
        .where('id', '=', params.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    if (hadRate && !(await findVatOn(db, before.country, today))) throw new AppError('IN_USE_NOT_ALLOWED')
    await vatPorts().ratesChanged(db, context, { before: rates, after: await lockVatRates(db) })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: row.id },
      data: { register: 'vat', change: 'updated', before: vatRateOf(before), after: vatRateOf(row) },
    })
    return vatRateOf(row)
  },
  async remove({ params, query }, context) {
    const { db, env, user } = context
    const { row, rates } = await lockAtVersion(db, params.id, query.version)
    if (row.valid_from <= helsinkiDay(env.now())) throw new AppError('IN_USE_NOT_ALLOWED')
    await db.deleteFrom('vat_rates').where('id', '=', row.id).execute()
    await vatPorts().ratesChanged(db, context, { before: rates, after: rates.filter(({ id }) => id !== row.id) })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: row.id },
      data: { register: 'vat', change: 'deleted', before: vatRateOf(row) },
    })
    return { vatId: row.id }
  },
}
