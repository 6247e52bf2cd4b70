import { leasing } from '#features/pricing/leasing/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { dateFormats, decimalSigns, encodings, separators } from '#platform/values/csv-form.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type LessorProfileView, lessorFiles } from '../contract.ts'
import { lessorAnswers, lessorColumns, neededColumns } from '../rules/profile.ts'

type Lessor = Extract<ReplyOf<typeof leasing.companies>['items'][number], { leasingCompanyId: string }>

/** How each lessor wants its files. */
export function ProfilesTab() {
  const t = useTexts('lessor-files')
  return (
    <DataTable
      from={leasing.companies}
      label={t('tabs.profiles')}
      density="dense"
      paging={false}
      read={(reply) => {
        const rows = reply.items.filter((one): one is Lessor => 'leasingCompanyId' in one)
        return { rows, total: rows.length, isEstimate: false }
      }}
      rowKey={(row) => row.leasingCompanyId}
      columns={[
        { key: 'lessor', title: t('difference.lessor'), cell: (row) => row.companyName },
        { key: 'businessId', title: t('columns.businessId'), cell: (row) => row.businessId ?? '–' },
      ]}
      panel={{
        title: (row) => row.companyName,
        content: (row) => <ProfilePanel key={row.leasingCompanyId} id={row.leasingCompanyId} />,
      }}
      empty={{ text: t('profile.empty') }}
    />
  )
}

function ProfilePanel({ id }: { id: string }) {
  const read = useApi(lessorFiles.profile, { params: { id } })
  return <Loaded from={read}>{(profile) => <ProfileForm key={profile.version} profile={profile} />}</Loaded>
}

function ProfileForm({ profile }: { profile: LessorProfileView }) {
  const t = useTexts('lessor-files')
  const may = useMay()
  const { leasingCompanyId, version, ...initial } = profile
  const disabled = !may('lessor-file:write')
  const choice = (name: 'separator' | 'decimalSign' | 'dateFormat' | 'encoding', options: readonly string[]) => (
    <Field
      name={name}
      kind="select"
      label={t(`profile.${name}`)}
      options={options.map((value) => ({ value, label: value === 'TAB' ? t('profile.tab') : value }))}
      disabled={disabled}
    />
  )
  return (
    <Form
      endpoint={lessorFiles.setProfile}
      params={{ id: leasingCompanyId }}
      initial={initial}
      also={{ version }}
      submit={t('profile.save')}
      refresh={[lessorFiles.profile]}
      onDone={() => showDone(t('profile.saved'))}
    >
      <p className="t2">{t('profile.text')}</p>
      <FieldRow>
        {choice('separator', separators)}
        {choice('decimalSign', decimalSigns)}
      </FieldRow>
      <FieldRow>
        {choice('dateFormat', dateFormats)}
        {choice('encoding', encodings)}
      </FieldRow>
      <h3>{t('profile.headers')}</h3>
      {lessorColumns.map((column) => (
        <Field
          key={column}
          name={`headers.${column}`}
          label={t(`columns.${column}`)}
          required={neededColumns.includes(column)}
          disabled={disabled}
        />
      ))}
      <h3>{t('profile.answers')}</h3>
      {lessorAnswers.map((answer) => (
        <Field key={answer} name={`answers.${answer}`} label={t(`answers.${answer}`)} required disabled={disabled} />
      ))}
    </Form>
  )
}
