import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { readySentence } from '#platform/web/api/call.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { AgreementsToSign } from './AgreementsToSign.tsx'
import { SignAllForm } from './SignAllForm.tsx'
import { SignAllResults } from './SignAllResults.tsx'
import styles from './Signing.module.css'

export type ToSign = ReplyOf<typeof signing.toSign>['data'][number]
export type SignResult = ReplyOf<typeof signing.signAll>['results'][number]

/** A refused agreement with what its row said before. */
export interface Done {
  readonly agreement: ToSign
  readonly result: SignResult
}

/** /tyonantaja/allekirjoitukset: every agreement that waits for the reader, signed in one act. */
export function SignAllPage() {
  const t = useTexts('signing')
  const found = useApi(signing.toSign, {})
  const [done, setDone] = useState<readonly Done[]>([])
  return (
    <div className="wrap">
      <PageHead
        above={<Link to={pages.employer}>{t('all.back')}</Link>}
        title={t('all.title')}
        lead={t('all.lead')}
        tabTitle={t('all.title')}
      />
      {done.length > 0 && <SignAllResults done={done} />}
      <Loaded from={found}>
        {({ data, truncated }) =>
          data.length === 0 ? (
            <EmptyState drawing="allekirjoitus">{t('all.empty')}</EmptyState>
          ) : (
            <Waiting
              key={data.map((one) => one.leasingAgreementId).join()}
              all={data}
              truncated={truncated}
              done={setDone}
            />
          )
        }
      </Loaded>
    </div>
  )
}

interface Props {
  readonly all: readonly ToSign[]
  readonly truncated: boolean
  readonly done: (results: readonly Done[]) => void
}

function Waiting({ all, truncated, done }: Props) {
  const t = useTexts('signing')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = all.filter((one) => !left.has(one.leasingAgreementId))
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const finish = async (results: readonly SignResult[]) => {
    await Promise.all(results.map(({ code }) => code && readySentence(code)))
    done(
      results.flatMap((result) => {
        const agreement = all.find((one) => one.leasingAgreementId === result.leasingAgreementId)
        return agreement ? [{ agreement, result }] : []
      }),
    )
  }
  return (
    <div className={styles.columns}>
      <div className="stack-lg">
        {truncated && <Note kind="info">{t('all.truncated', { count: all.length })}</Note>}
        <AgreementsToSign all={all} left={left} toggle={toggle} />
      </div>
      <section className={`card ${styles.sign}`} aria-labelledby="sign-all">
        <h2 id="sign-all">{t('all.form', { count: chosen.length })}</h2>
        {chosen.length > 0 ? <SignAllForm chosen={chosen} done={finish} /> : <p className="t2">{t('all.none')}</p>}
      </section>
    </div>
  )
}
