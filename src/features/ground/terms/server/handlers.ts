import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { wholeListOf } from '#platform/server/database/pages-of-rows.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import { Answer, FileAnswer, type Handlers } from '#platform/server/http/context.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { isBusinessId } from '#platform/values/identifiers.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { basisPointsFromPercent, percentFromBasisPoints } from '#platform/values/percent.ts'
import type { TermsVersion, terms } from '../contract.ts'
import { type InsuranceFacts, insuredRisks } from '../shapes.ts'
import { insuranceContent } from './insurance-text.ts'
import { publishTerms } from './publish.ts'
import { findTerms, type TermsRow, termsInForce, termsRows } from './queries.ts'

const documentOf = (row: TermsRow) => ({
  termsId: row.id,
  kind: row.kind,
  number: row.number,
  language: row.language,
  title: row.title,
  content: row.content,
  sha256: row.sha256.toString('hex'),
})

/** Rows of one version as the version. */
function versionOf(rows: readonly TermsRow[]): TermsVersion {
  const [first] = rows
  const facts = first!.insurance as InsuranceFacts | null
  return {
    kind: first!.kind,
    number: first!.number,
    createdAt: first!.created_at.toISOString(),
    acceptBy: first!.accept_by,
    insurance: facts && {
      insurer: facts.insurer,
      businessId: facts.businessId,
      covers: [...facts.covers],
      deductible: eurosFromCents(facts.deductibleCents),
      limit: facts.limitCents === null ? null : eurosFromCents(facts.limitCents),
      coverFall: facts.coverFallBasisPoints === undefined ? null : percentFromBasisPoints(facts.coverFallBasisPoints),
    },
    documents: rows.map(documentOf),
  }
}

function versionsOf(rows: readonly TermsRow[]): TermsVersion[] {
  const versions = Map.groupBy(rows, ({ kind, number }) => `${kind} ${number}`)
  return [...versions.values()].map(versionOf)
}

type NewInsurance = BodyOf<typeof terms.addInsurance>

function factsOf(body: NewInsurance): InsuranceFacts {
  if (!isBusinessId(body.businessId)) failField('businessId', 'WRONG_FORMAT', 'is not a business id')
  const covers = insuredRisks.filter((risk) => body.covers[risk])
  if (covers.length === 0) failField('covers.THEFT', 'REQUIRED', 'has to cover something')
  const limit = body.limit ?? null
  return {
    insurer: body.insurer.trim(),
    businessId: body.businessId,
    covers,
    deductibleCents: centsFromEuros(body.deductible),
    limitCents: limit === null ? null : centsFromEuros(limit),
    ...(typeof body.coverFall === 'number' ? { coverFallBasisPoints: basisPointsFromPercent(body.coverFall) } : {}),
  }
}

function textsOf(texts: Texts, body: NewInsurance, facts: InsuranceFacts, number: number) {
  const text = (language: 'fi' | 'sv' | 'en') => ({
    title: body[language].title.trim(),
    content: insuranceContent(texts, language, { number, facts, ...body[language] }),
  })
  return { fi: text('fi'), sv: text('sv'), en: text('en') }
}

export const termsHandlers: Handlers<typeof terms> = {
  async list(_request, { db }) {
    const versions = versionsOf(await termsRows(db))
    return wholeListOf(versions, versions.length)
  },
  async get({ params }, { db }) {
    return documentOf((await findTerms(db, params.id)) ?? fail('NOT_FOUND'))
  },
  async file({ params }, { db }) {
    const row = (await findTerms(db, params.id)) ?? fail('NOT_FOUND')
    return new FileAnswer({
      content: Buffer.from(row.content),
      contentType: 'text/plain; charset=utf-8',
      name: `${row.title} ${row.number}.txt`,
    })
  },
  async addInsurance({ body }, { db, env, user, texts }) {
    const before = await termsInForce(db, 'INSURANCE')
    const number = before[0]?.number ?? 0
    requireVersion(body.after, number, before.length > 0 ? versionOf(before) : null)
    const insurance = factsOf(body)
    const rows = await publishTerms(db, env, {
      kind: 'INSURANCE',
      number: number + 1,
      insurance,
      createdBy: user.userId,
      texts: textsOf(texts, body, insurance, number + 1),
    })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: rows[0]!.id },
      data: { register: 'terms', change: 'created', after: { number: number + 1, insurance } },
    })
    return new Answer(201, versionOf(rows))
  },
  async addEmployer({ body }, { db, env, user }) {
    const before = await termsInForce(db, body.kind)
    const number = before[0]?.number ?? 0
    requireVersion(body.after, number, before.length > 0 ? versionOf(before) : null)
    const acceptBy = body.acceptBy ?? null
    if (acceptBy && acceptBy < helsinkiDay(env.now())) failField('acceptBy', 'NOT_VALID', 'is over')
    const text = ({ title, body: words }: { title: string; body: string }) => ({
      title: title.trim(),
      content: `${title.trim()}\n\n${words.trim()}\n`,
    })
    const rows = await publishTerms(db, env, {
      kind: body.kind,
      number: number + 1,
      insurance: null,
      acceptBy,
      createdBy: user.userId,
      texts: { fi: text(body.fi), sv: text(body.sv), en: text(body.en) },
    })
    await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
      subject: { type: 'register', id: rows[0]!.id },
      data: { register: 'terms', change: 'created', after: { number: number + 1, acceptBy } },
    })
    return new Answer(201, versionOf(rows))
  },
}
