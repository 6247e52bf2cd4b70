import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { answerBy, type RequestKind } from '../rules.ts'
import type { RequestRow } from './requests.ts'

interface Asked {
  readonly kind: RequestKind
  readonly userId: string | null
  readonly email: string | null
  readonly wish: string | undefined
  readonly language: LanguageCode
  readonly madeBy?: string
  readonly checkedHow?: string
}

/** Opens a request and sends its receipt. @throws REQUEST_OPEN while one of the same kind is open */
export async function openRequest(db: Db, services: Services, actor: Actor, asked: Asked): Promise<string> {
  const { env } = services
  const now = env.now()
  const id = env.id()
  await db
    .insertInto('rights_requests')
    .values({
      id,
      kind: asked.kind,
      user_id: asked.userId,
      email: asked.userId ? null : asked.email,
      wish: asked.wish?.trim() || null,
      made_by: asked.madeBy ?? null,
      checked_how: asked.checkedHow?.trim() ?? null,
      language: asked.language,
      due_day: answerBy(helsinkiDay(now)),
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'rights_requests_open_key') ? new AppError('REQUEST_OPEN') : error
    })
  await logRequest(db, services, actor, { id, user_id: asked.userId, kind: asked.kind }, 'MADE')
  await tellPerson(db, services, { user_id: asked.userId, email: asked.email, language: asked.language }, 'received', {
    kind: asked.kind,
    day: formatDay(answerBy(helsinkiDay(now))),
  })
  return id
}

/** Writes into the record what became of a request; it names nobody. */
export const logRequest = (
  db: Db,
  { env }: Pick<Services, 'env'>,
  actor: Actor,
  { id, user_id, kind }: Pick<RequestRow, 'id' | 'user_id' | 'kind'>,
  step: string,
) =>
  logEvent(db, env, actor, 'RIGHTS_REQUEST', {
    subject: user_id ? { type: 'person', id: user_id } : { type: 'register', id },
    shared: false,
    data: { requestId: id, kind, step },
  })

type MailName = 'received' | 'extended' | 'done' | 'refused' | 'erasing' | 'withdrawn'

/** Writes to whoever asked, in their language; somebody invited alone is written to where the request came from. */
export async function tellPerson(
  db: Db,
  services: Services,
  of: Pick<RequestRow, 'user_id' | 'email' | 'language'>,
  name: MailName,
  values: { readonly kind: RequestKind } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const user = of.user_id
    ? await db.selectFrom('users').select('email').where('id', '=', of.user_id).executeTakeFirst()
    : undefined
  const to = user?.email ?? of.email
  if (!to) return
  const language = of.language as LanguageCode
  const kind = services.texts.t(language, `rights:kinds.${values.kind}`)
  await sendMail(db, services, {
    to,
    language,
    template: `rights:mail.${name}`,
    values: { ...values, kind },
    userId: of.user_id,
    ...(of.user_id ? { link: '/kayttaja#rights' } : {}),
  })
}
