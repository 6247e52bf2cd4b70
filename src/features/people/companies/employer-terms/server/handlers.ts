import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import { requireCompany, requireLockedCompany } from '#features/people/companies/server/queries.ts'
import { AppError, fail, failFieldText } from '#platform/contract/errors.ts'
import { keepFileLater } from '#platform/server/documents/later-documents.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers, type SignedInContext } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { employerTerms } from '../contract.ts'
import { type EmployerTermsKind, employerTermsKinds, isAsked } from '../rules.ts'
import type { PaperFacts } from './paper.ts'
import { acceptancesOf, employerTermsInForce, type InForceRow } from './queries.ts'
import { termsStandings } from './standing.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')

async function viewOf({ db, env, language }: SignedInContext, companyId: string) {
  const inForce = await employerTermsInForce(db)
  const accepted = await acceptancesOf(db, [companyId])
  const standing = (await termsStandings(db, [companyId], helsinkiDay(env.now()))).get(companyId) ?? fail('NOT_FOUND')
  const shown = (kind: EmployerTermsKind) => {
    const row = inForce.find((one) => one.kind === kind && one.language === language)
    return row
      ? {
          termsId: row.id,
          number: row.number,
          title: row.title,
          content: row.content,
          sha256: hex(row.sha256),
          acceptBy: row.accept_by,
        }
      : null
  }
  return {
    waived: standing.waived,
    mayOpen: standing.mayOpen,
    kinds: employerTermsKinds.map((kind) => ({
      kind,
      state: standing.states[kind],
      inForce: shown(kind),
      accepted: accepted
        .filter((row) => row.kind === kind)
        .map((row) => ({
          acceptanceId: row.id,
          number: row.number,
          acceptedAt: row.accepted_at.toISOString(),
          acceptedBy: [row.typed_name, row.position].filter(Boolean).join(', '),
          sha256: hex(row.sha256),
        })),
    })),
  }
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi')

interface Accepting {
  readonly company: { readonly id: string; readonly name: string; readonly business_id: string }
  readonly typedName: string
  readonly position: string | null
}

/** Writes one acceptance with its paper, and mails the paper to whoever accepted. */
async function acceptOne(context: SignedInContext, row: InForceRow, { company, typedName, position }: Accepting) {
  const { db, env, user } = context
  const at = env.now()
  const id = env.id()
  const facts: PaperFacts = {
    language: row.language,
    company: { name: company.name, businessId: company.business_id },
    title: row.title,
    number: row.number,
    content: row.content,
    sha256: hex(row.sha256),
    typedName,
    position,
    email: user.email,
    acceptedAt: at.toISOString(),
  }
  const fileId = await keepFileLater(db, context, {
    kind: 'EMPLOYER_TERMS',
    facts,
    companyId: company.id,
    parentType: 'company',
    parentId: company.id,
    label: `${row.title} ${row.number}.pdf`,
    contentType: 'application/pdf',
    createdBy: user.userId,
  })
  await db
    .insertInto('terms_acceptances')
    .values({
      id,
      company_id: company.id,
      terms_id: row.id,
      kind: row.kind,
      number: row.number,
      sha256: row.sha256,
      accepted_by: user.userId,
      typed_name: typedName,
      position,
      file_id: fileId,
      accepted_at: at,
    })
    .execute()
  await logEvent(db, env, actorOf(user), 'EMPLOYER_TERMS_ACCEPTED', {
    subject: { type: 'company', id: company.id },
    companyId: company.id,
    data: { acceptanceId: id, termsId: row.id, number: row.number, sha256: hex(row.sha256) },
  })
  await sendMail(db, context, {
    to: user.email,
    language: row.language,
    template: 'employer-terms:mail.accepted',
    values: { company: company.name, title: row.title, number: row.number, hash: hex(row.sha256) },
    userId: user.userId,
    companyId: company.id,
    waitsForFileId: fileId,
    attachmentFileId: fileId,
  })
}

export const employerTermsHandlers: Handlers<typeof employerTerms> = {
  async get({ params }, context) {
    await requireCompany(context.db, context.scope, params.id)
    return viewOf(context, params.id)
  },
  async accept({ params, body }, context) {
    const { db, scope, user, read } = context
    // Whether the company exists for the caller comes before what they typed, and before the slow hash.
    await requireCompany(read, scope, params.id)
    if (plain(body.typedName) !== plain(`${user.firstName} ${user.lastName}`))
      failFieldText('typedName', 'employer-terms:fieldErrors.NAME_DIFFERS')
    await reauthenticate(context, body.password, 'signing')
    const company = await requireLockedCompany(db, scope, params.id)
    const inForce = await employerTermsInForce(db)
    const accepted = await acceptancesOf(db, [company.id])
    for (const { termsId, sha256 } of body.documents) {
      const row = inForce.find((one) => one.id === termsId && hex(one.sha256) === sha256)
      if (!row) throw new AppError('VERSION_CONFLICT')
      if (accepted.some((one) => one.kind === row.kind && one.number === row.number)) continue
      const position = body.position?.trim() || null
      await acceptOne(context, row, { company, typedName: body.typedName.trim(), position })
    }
    const view = await viewOf(context, company.id)
    const isWhole = view.kinds.every(({ state }) => !isAsked(state))
    if (isWhole) await db.deleteFrom('terms_waivers').where('company_id', '=', company.id).execute()
    return new Answer(201, isWhole ? { ...view, waived: false, mayOpen: true } : view)
  },
  async file({ params }, context) {
    const { db, scope } = context
    await requireCompany(db, scope, params.id)
    const row = (await acceptancesOf(db, [params.id])).find(({ id }) => id === params.acceptanceId)
    return (await fileAnswer(db, context, row?.file_id ?? fail('NOT_FOUND'))) ?? fail('NOT_FOUND')
  },
}
