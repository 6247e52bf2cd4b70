import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { problemAt } from '#platform/server/documents/reading/csv.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { addDays, type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import { difference } from '../rules/compare.ts'
import { type Known, keyOf } from './known.ts'
import { profileOf } from './profiles.ts'
import { leasesByNumber } from './queries.ts'
import { asideOf, readAnswers, type TheirAnswer } from './read-file.ts'
import type { Found } from './record.ts'
import type { Incoming } from './take-in.ts'

const ids = (agreementIds: readonly string[]) => sql<string>`any(${[...agreementIds]}::uuid[])`

/** What a lessor could speak of on the day of its answers: what it had been told by the end of that day. */
const toldBy = (answersDay: Day) => startOfHelsinkiDay(addDays(answersDay, 1))

/** Agreements of which the lessor had been told something that it has not answered yet. */
async function unansweredOf(db: Db, agreementIds: readonly string[], answersDay: Day): Promise<ReadonlySet<string>> {
  const told = await db
    .selectFrom('lessor_news')
    .select('agreement_id')
    .where('agreement_id', '=', ids(agreementIds))
    .where('answer', 'is', null)
    .where('created_at', '<', toldBy(answersDay))
    .union(
      db
        .selectFrom('lessor_differences')
        .select('agreement_id')
        .where('agreement_id', '=', ids(agreementIds))
        .where('state', '=', 'TOLD')
        .where('answered_at', 'is', null)
        .where('told_at', '<', toldBy(answersDay))
        .$castTo<{ agreement_id: string }>(),
    )
    .execute()
  return new Set(told.map(({ agreement_id }) => agreement_id))
}

interface Answered {
  readonly answer: 'ACCEPTED' | 'REJECTED'
  readonly answersDay: Day
  readonly agreementIds: readonly string[]
}

/** Writes an answer beside what it is about: a rejection what was told last, an acceptance all that was told by its day. */
async function write({ db, env }: SignedInContext, { answer, answersDay, agreementIds }: Answered) {
  await db
    .updateTable('lessor_news as n')
    .set((eb) => ({
      answer,
      answer_day: answersDay,
      answered_at: env.now(),
      updated_at: env.now(),
      version: eb('n.version', '+', 1),
    }))
    .where('n.agreement_id', '=', ids(agreementIds))
    .where('n.answer', 'is distinct from', answer)
    .where('n.created_at', '<', toldBy(answersDay))
    .where((eb) => eb.or([eb('n.answer_day', 'is', null), eb('n.answer_day', '<=', answersDay)]))
    .$if(answer === 'REJECTED', (q) =>
      q.where(
        sql<boolean>`(n.answer is null or n.lessor_file_id =
          (select l.lessor_file_id from lessor_news l where l.agreement_id = n.agreement_id and l.created_at < ${toldBy(answersDay)} order by l.created_at desc, l.id desc limit 1))`,
      ),
    )
    .execute()
  await db
    .updateTable('lessor_differences')
    .set({ answered_at: env.now() })
    .where('agreement_id', '=', ids(agreementIds))
    .where('state', '=', 'TOLD')
    .where('answered_at', 'is', null)
    .where('told_at', '<', toldBy(answersDay))
    .execute()
}

/** The last word of a file about each agreement; an end is told beside the answer to what we told. */
function lastWords(answers: readonly TheirAnswer[]) {
  const isEnd = ({ answer }: TheirAnswer) => answer === 'END'
  const last = (some: readonly TheirAnswer[]) => [...new Map(some.map((one) => [one.number, one])).values()]
  return { ends: last(answers.filter(isEnd)), replies: last(answers.filter((one) => !isEnd(one))) }
}

/**
 * Writes a lessor's answers beside what it was told. A rejection and a notice of another end than ours wait for the
 * staff; an acceptance closes the rejection before it, the same end the notice. What was settled stays so while the
 * lessor says the same of the same: a rejection of what it has answered already, a notice while our end stands.
 */
export async function takeAnswers(context: SignedInContext, content: Uint8Array, incoming: Incoming) {
  const { db } = context
  const { leasingCompanyId, day: answersDay } = incoming
  const { headers, ...profile } = await profileOf(db, leasingCompanyId)
  const { rows: read, asides } = readAnswers(content, { headers, ...profile })
  const numbers = read.map(({ number }) => number)
  const ours = await leasesByNumber(db, leasingCompanyId, numbers)
  const answers = read.filter(({ number }) => ours.has(number))
  const unknown = read
    .filter(({ number }) => !ours.has(number))
    .map(({ line, number, answer, reason, endDay }) =>
      asideOf(
        number,
        Object.entries({ [headers.agreementNumber]: number, answer, reason: reason ?? '', endDay: endDay ?? '' }),
        problemAt(line, 'NOT_FOUND', headers.agreementNumber, number),
      ),
    )
  const leaseOf = ({ number }: TheirAnswer) => ours.get(number)!

  const { ends, replies } = lastWords(answers)
  const rejected = replies.filter(({ answer }) => answer === 'REJECTED')
  const accepted = replies.filter(({ answer }) => answer === 'ACCEPTED')
  const agreementsOf = (some: readonly TheirAnswer[]) => some.map((one) => leaseOf(one).agreementId)
  const unanswered = await unansweredOf(db, agreementsOf(rejected), answersDay)
  await write(context, { answer: 'REJECTED', answersDay, agreementIds: agreementsOf(rejected) })
  await write(context, { answer: 'ACCEPTED', answersDay, agreementIds: agreementsOf(accepted) })

  const found: Found[] = [
    ...rejected.map((one) => ({
      ...difference('REJECTED', one.number, leaseOf(one), { theirWords: one.reason, theirDay: one.endDay }),
      isNew: unanswered.has(leaseOf(one).agreementId),
    })),
    ...ends
      .filter((one) => leaseOf(one).endDay !== one.endDay)
      .map((one) => {
        const { endDay: ourDay, ...lease } = leaseOf(one)
        return difference('END_NOTICE', one.number, lease, { ourDay, theirWords: one.reason, theirDay: one.endDay })
      }),
  ]
  const agreed = new Set(accepted.map(({ number }) => keyOf({ kind: 'REJECTED', number })))
  for (const one of ends)
    if (leaseOf(one).endDay === one.endDay) agreed.add(keyOf({ kind: 'END_NOTICE', number: one.number }))
  return {
    rows: answers.length,
    numbers: answers.map(({ number }) => number),
    asides: [...asides, ...unknown],
    found,
    isOver: (one: Known) => agreed.has(keyOf(one)),
  }
}
