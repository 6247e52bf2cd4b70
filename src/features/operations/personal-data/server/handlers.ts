import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { fileAnswer } from '#platform/server/documents/stored-files.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { Answer, type Handlers } from '#platform/server/http/context.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { sendMail } from '#platform/server/messages/messages.ts'
import type { ownData, personalData } from '../contract.ts'
import { copiedRows } from './copied-rows.ts'
import { copyView, fileOfCopy, findCopy, madeCopies, madeCopyView, orderCopy, ownCopies } from './copies.ts'
import { accountsOf, addressOf, readsOf } from './queries.ts'
import { subjectOf } from './subject.ts'

export const ownDataHandlers: Handlers<typeof ownData> = {
  async reads(_request, { db, user }) {
    return { reads: await readsOf(db, user.userId) }
  },

  async copies(_request, { db, env, user }) {
    const now = env.now()
    return { copies: (await ownCopies(db, user.userId)).map((row) => copyView(row, now)) }
  },

  async order(_request, context) {
    const { db, env, user } = context
    await requireStepUp(context)
    const person = await addressOf(db, user.userId)
    const { id, fileId } = await orderCopy(db, context, { userId: user.userId, email: null, language: person.language })
    await logEvent(db, env, actorOf(user, user.userId), 'PERSONAL_COPY_ORDERED', {
      subject: { type: 'person', id: user.userId },
      data: { copyId: id },
    })
    await sendMail(db, context, {
      to: person.email,
      language: person.language,
      template: 'personal-data:mail.ready',
      link: '/kayttaja#copy',
      userId: user.userId,
      waitsForFileId: fileId,
    })
    return new Answer(201, copyView(await findCopy(db, id), env.now()))
  },

  async file({ params }, context) {
    const { db, env, user } = context
    const fileId = (await fileOfCopy(db, env.now(), params.id, { userId: user.userId })) ?? fail('NOT_FOUND')
    return (await fileAnswer(db, context, fileId)) ?? fail('NOT_FOUND')
  },
}

/** The account behind an address whose owner cannot sign in; null where there is none. @throws COPY_OWN_ORDER */
async function withoutSignIn(db: Db, email: string): Promise<string | null> {
  const accounts = await accountsOf(db, email)
  if (accounts.some(({ signsIn }) => signsIn)) throw new AppError('COPY_OWN_ORDER')
  return accounts[0]?.id ?? null
}

export const personalDataHandlers: Handlers<typeof personalData> = {
  async copies(_request, { db, env }) {
    const now = env.now()
    return { copies: (await madeCopies(db)).map((row) => madeCopyView(row, now)) }
  },

  async make({ body }, context) {
    const { db, env, user, language } = context
    await requireStepUp(context)
    const email = body.email.trim().toLowerCase()
    const userId = await withoutSignIn(db, email)
    const found = await copiedRows(db, await subjectOf(db, { userId, email }), true)
    if (Object.keys(found).every((table) => table === 'personal_copies')) throw new AppError('NOTHING_KNOWN_OF')
    const reason = body.reason.trim()
    const { id } = await orderCopy(db, context, { userId, email, language, madeBy: user.userId, reason })
    await logEvent(db, env, actorOf(user), 'PERSONAL_COPY_ORDERED', {
      subject: userId ? { type: 'person', id: userId } : { type: 'register', id },
      shared: false,
      data: { copyId: id },
    })
    return new Answer(201, madeCopyView(await findCopy(db, id), env.now()))
  },

  async file({ params }, context) {
    const { db, env, user } = context
    const fileId = (await fileOfCopy(db, env.now(), params.id, { madeBy: user.userId })) ?? fail('NOT_FOUND')
    return (await fileAnswer(db, context, fileId)) ?? fail('NOT_FOUND')
  },
}
