import { Day } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { leaseChanges } from '../contract.ts'
import { LeaseChanges } from './LeaseChanges.tsx'

/** /admin/verokohtelut: agreements whose taxation has to be looked at again after a change. */
export function ReviewsPage() {
  const t = useTexts('lease-changes')
  return (
    <Register
      title={t('reviews.title')}
      lead={t('reviews.lead')}
      from={leaseChanges.reviews}
      rowKey={(row) => row.leasingAgreementId}
      columns={[
        { key: 'number', title: t('reviews.number'), cell: (row) => row.agreementNumber },
        { key: 'employee', sort: 'employeeName', title: t('reviews.employee'), cell: (row) => row.employeeName },
        { key: 'company', sort: 'companyName', title: t('reviews.company'), cell: (row) => row.companyName },
        {
          key: 'commitment',
          sort: 'commitmentDate',
          title: t('reviews.commitment'),
          cell: (row) => <Day day={row.commitmentDate} />,
        },
        { key: 'end', sort: 'endDay', title: t('reviews.end'), cell: (row) => <Day day={row.endDay} /> },
        { key: 'review', title: t('reviews.why'), cell: (row) => row.review },
      ]}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => `${row.agreementNumber} · ${row.companyName}`,
        content: (row) => <LeaseChanges key={row.leasingAgreementId} id={row.leasingAgreementId} />,
      }}
      empty={{ text: t('reviews.empty'), drawing: 'allekirjoitus' }}
    />
  )
}
