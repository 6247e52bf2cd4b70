import { type TermsVersion, terms } from '#features/ground/terms/contract.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { NewInsuranceTerms } from './NewInsuranceTerms.tsx'

/** Every version of the terms that people accept, and the form that publishes a new one of the insurance. */
export function TermsPage() {
  const t = useTexts('terms')
  const all = useApi(terms.list, {})
  const latest = all.data?.items.find(({ kind }) => kind === 'INSURANCE')
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
        content: (version) => <Version version={version} />,
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

function Version({ version: { kind, insurance, documents } }: { version: TermsVersion }) {
  const t = useTexts('terms')
  return (
    <div className="stack-lg">
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
