import { useState } from 'react'
import { type TermsVersion, terms } from '#features/ground/terms/contract.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { NewEmployerTerms } from './NewEmployerTerms.tsx'
import { NewInsuranceTerms } from './NewInsuranceTerms.tsx'

/** Every version of the terms that people accept, and the form that publishes a new one of the insurance. */
export function TermsPage() {
  const t = useTexts('terms')
  const all = useApi(terms.list, {})
  const latestOf = (wanted: TermsVersion['kind']) => all.data?.items.find(({ kind }) => kind === wanted)
  const latest = latestOf('INSURANCE')
  return (
    <Register
      title={t('title')}
      lead={t('lead')}
      above={all.data && !latest && <Note kind="warn">{t('noInsurance')}</Note>}
      from={terms.list}
      paging={false}
      rowKey={({ kind, number }: TermsVersion) => `${kind} ${number}`}
      columns={[
        { key: 'kind', title: t('kind'), cell: ({ kind, number }) => `${t(`kinds.${kind}`)} ${number}` },
        { key: 'insurer', title: t('insurer'), cell: ({ insurance }) => insurance?.insurer ?? '–' },
        { key: 'published', title: t('published'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      panel={{
        title: ({ kind, number }) => `${t(`kinds.${kind}`)} ${number}`,
        content: (version, close) => <Version version={version} latest={latestOf(version.kind)} close={close} />,
      }}
      add={
        all.data && {
          open: t('add.open'),
          title: t('add.title'),
          form: (done) => <NewInsuranceTerms latest={latest} done={done} />,
        }
      }
      empty={{ text: t('empty'), drawing: 'allekirjoitus' }}
    />
  )
}

interface VersionProps {
  readonly version: TermsVersion
  /** The version of its kind that is in force. */
  readonly latest: TermsVersion | undefined
  readonly close: () => void
}

/** The newest version of what employers accept leads to the next one. */
function Next({ version: { kind, number }, latest, close }: VersionProps) {
  const t = useTexts('terms')
  const [isOpen, setOpen] = useState(false)
  if ((kind !== 'SERVICE' && kind !== 'DATA_PROCESSING') || number !== latest?.number) return null
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('employer.open')}</Button>
      <Dialog opened={isOpen} close={() => setOpen(false)} title={t('employer.title')}>
        <NewEmployerTerms kind={kind} latest={latest} done={close} />
      </Dialog>
    </div>
  )
}

function Version(props: VersionProps) {
  const { kind, insurance, documents, acceptBy } = props.version
  const t = useTexts('terms')
  return (
    <div className="stack-lg">
      <Next {...props} />
      {acceptBy && <Facts rows={[[t('employer.acceptBy'), <Day key="by" day={acceptBy} />]]} />}
      {kind === 'AGREEMENT' && <p className="t2">{t('agreementNote')}</p>}
      {insurance && (
        <Facts
          rows={[
            [t('insurer'), `${insurance.insurer}, ${insurance.businessId}`],
            [t('add.covers'), insurance.covers.map((risk) => t(`add.risks.${risk}`)).join(', ')],
            [t('add.deductible'), <Money key="deductible" euros={insurance.deductible} />],
            [t('add.limit'), insurance.limit === null ? null : <Money key="limit" euros={insurance.limit} />],
            [t('add.coverFall'), insurance.coverFall !== null && `${insurance.coverFall} %`],
          ]}
        />
      )}
      {documents.map(({ termsId, language, title, content, sha256 }) => (
        <section key={termsId} className="stack-md">
          <h3>{t(`languages.${language}`)}</h3>
          <details lang={language}>
            <summary>{title}</summary>
            <p className="sm" style={{ whiteSpace: 'pre-line' }}>
              {content}
            </p>
          </details>
          <p className="xs muted" style={{ overflowWrap: 'anywhere' }}>
            {t('hash')}: {sha256}
          </p>
          <p className="sm">
            <a href={fileUrl(terms.file, { id: termsId })}>{t('file')}</a>
          </p>
        </section>
      ))}
    </div>
  )
}
