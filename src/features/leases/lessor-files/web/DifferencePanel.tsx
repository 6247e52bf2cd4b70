import { pageUrl } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LessorDifference, lessorFiles, readsOfLessorFiles } from '../contract.ts'

interface Props {
  row: LessorDifference
}

function Side({ instalment, day, words }: { instalment: number | null; day: string | null; words?: string | null }) {
  if (instalment === null && day === null && !words) return <>–</>
  const parts = [
    instalment !== null && <Money key="m" euros={instalment} />,
    day !== null && <Day key="d" day={day} />,
    words && <span key="w">{words}</span>,
  ].filter(Boolean)
  return parts.map((part, index) => (index === 0 ? part : [' · ', part]))
}

export const OurSide = ({ row }: Props) => <Side instalment={row.ourInstalment} day={row.ourDay} />
export const TheirSide = ({ row }: Props) => (
  <Side instalment={row.theirInstalment} day={row.theirDay} words={row.theirWords} />
)

/** One difference: both sides, what it means, what may be done, and the agreement's own changes. */
export function DifferencePanel({ row }: Props) {
  const t = useTexts('lessor-files')
  const may = useMay()
  const isLive = row.state === 'OPEN' || row.state === 'TO_TELL' || row.state === 'TOLD'
  return (
    <div className="stack-lg">
      <p>
        <b>{t(`kinds.${row.kind}`)}.</b> {t(`means.${row.kind}`)}
      </p>
      <Facts
        rows={[
          [t('difference.employee'), row.employeeName],
          [t('difference.company'), row.companyName],
          [t('difference.ours'), <OurSide key="o" row={row} />],
          [t('difference.theirs'), <TheirSide key="t" row={row} />],
          [t('difference.state'), t(`states.${row.state}`)],
          [t('difference.reason'), row.reason],
          [t('difference.decidedAt'), row.decidedAt && <Instant key="d" at={row.decidedAt} />],
        ]}
      />
      {row.state === 'TO_TELL' && <p className="sm t2">{t('difference.toTell')}</p>}
      {row.state === 'TOLD' && <p className="sm t2">{t('difference.told')}</p>}
      {isLive && may('lessor-file:write') && <Acts row={row} />}
      {row.leasingAgreementId && (
        <p>
          <a href={pageUrl('adminAgreements', {}, { open: row.leasingAgreementId })}>{t('difference.openAgreement')}</a>
        </p>
      )}
    </div>
  )
}

function Acts({ row }: Props) {
  const t = useTexts('lessor-files')
  const tell = useApiAction(lessorFiles.decide, {
    refresh: readsOfLessorFiles,
    onSuccess: () => showDone(t('difference.willTell')),
  })
  const params = { id: row.lessorDifferenceId }
  return (
    <section className="stack-md">
      <h3>{t('difference.acts')}</h3>
      {row.mayTell && (
        <div className="row">
          <Button
            loading={tell.isPending}
            onClick={() => tell.mutate({ params, body: { act: 'TELL', version: row.version } })}
          >
            {t('difference.tell')}
          </Button>
        </div>
      )}
      <Form
        endpoint={lessorFiles.decide}
        params={params}
        initial={{}}
        also={{ act: 'SETTLE' as const, version: row.version }}
        submit={t('difference.settle')}
        refresh={readsOfLessorFiles}
        onDone={() => showDone(t('difference.settled'))}
      >
        <Field
          name="reason"
          kind="textarea"
          label={t('difference.reason')}
          hint={t('difference.reasonHint')}
          required
        />
      </Form>
    </section>
  )
}
