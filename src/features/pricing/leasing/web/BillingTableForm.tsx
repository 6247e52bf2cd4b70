import { type ReactNode, useState } from 'react'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { type ServiceRule, serviceReleases, vatChanges } from '#features/pricing/leasing/rules.ts'
import type { BillingTable } from '#features/pricing/leasing/shapes.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Switch } from '#platform/web/controls/Switch.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { type PickerSource, pickFrom } from '#platform/web/form/Picker.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { SchedulePreview } from './SchedulePreview.tsx'

const pickLessor = pickFrom(
  leasing.companies,
  (reply) => reply.items.flatMap((item) => ('id' in item ? [{ value: item.id, label: item.name }] : [])),
  { query: { forDropdown: true } },
)

const usualTerms = () => ({
  instalment: 100,
  insurance: 12,
  service: 10,
  yearlyInterest: 4.9,
  residual: 5,
  adminFee: 15,
  minMonths: 12,
  maxMonths: 60,
  minPrice: 500,
  maxPrice: 4500,
  ends: {
    redemptionFee: 0,
    transferFee: 0,
    returnFee: 290,
    returnTransport: 59,
    noticeDay: 20,
    vatChange: 'GROSS_STAYS' as const,
  },
  validFrom: serviceDay(),
})

/** An emptied campaign, company or price of returning leaves the form as null. */
const completed = ({ ends, serviceRule, ...body }: Record<string, unknown>) => ({
  companyId: null,
  campaign: null,
  validTo: null,
  ...body,
  ends: { returnFee: null, ...(ends as object) },
  serviceRule: ruleOf(serviceRule as Partial<ServiceRule> | null | undefined),
})
/** Without a way of using it there is no rule. */
const ruleOf = (rule: Partial<ServiceRule> | null | undefined) =>
  rule?.release ? { release: rule.release, daysAfter: rule.daysAfter ?? 0 } : null

const refresh = [leasing.billingTables, leasing.billingTable]

/** The choice of a company, which a home gives: companies stand after prices. */
export interface CompanyChoice {
  pickCompany: PickerSource
}

interface Props extends CompanyChoice {
  /** The stored table, or none for a new one. */
  table?: BillingTable
  leasingCompanyId?: string
  done: (table: BillingTable) => void
}

/** The terms of a billing table with the schedule that they make, drawn while one types. */
export function BillingTableForm({ table, leasingCompanyId, pickCompany, done }: Props) {
  const t = useTexts('leasing')
  const [withCampaign, setWithCampaign] = useState(Boolean(table?.campaign))
  const fields = (
    <TermFields table={table} pickCompany={pickCompany}>
      <Switch
        label={t('table.hasCampaign')}
        checked={withCampaign}
        onChange={(event) => setWithCampaign(event.currentTarget.checked)}
      />
      {withCampaign && <CampaignFields />}
      <SchedulePreview withCampaign={withCampaign} />
    </TermFields>
  )
  if (!table) {
    return (
      <Form
        endpoint={leasing.createBillingTable}
        initial={{ ...usualTerms(), leasingCompanyId }}
        toBody={completed}
        submit={t('table.add')}
        refresh={refresh}
        onDone={done}
      >
        {fields}
      </Form>
    )
  }
  return (
    <Form
      endpoint={leasing.updateBillingTable}
      params={{ id: table.billingTableId }}
      initial={table}
      also={{ version: table.version }}
      toBody={completed}
      submit={t('table.save')}
      refresh={refresh}
      onDone={done}
    >
      {fields}
    </Form>
  )
}

/** Whose prices these are: a lessor's, for all companies or for one. */
function PartyFields({ table, pickCompany }: CompanyChoice & { table: BillingTable | undefined }) {
  const t = useTexts('leasing')
  return (
    <FieldRow>
      <Field
        name="leasingCompanyId"
        kind="picker"
        label={t('table.lessor')}
        source={pickLessor}
        shown={table?.leasingCompanyName ?? ''}
      />
      <Field
        name="companyId"
        kind="picker"
        label={t('table.company')}
        hint={t('table.companyHint')}
        source={pickCompany}
        shown={table?.companyName ?? ''}
      />
    </FieldRow>
  )
}

function TermFields({
  table,
  pickCompany,
  children,
}: CompanyChoice & { table: BillingTable | undefined; children: ReactNode }) {
  const t = useTexts('leasing')
  return (
    <>
      <Field name="name" label={t('table.name')} autoComplete="off" />
      <PartyFields table={table} pickCompany={pickCompany} />
      <FieldRow>
        <Field name="instalment" kind="money" label={t('table.instalment')} />
        <Field name="adminFee" kind="money" label={t('table.adminFee')} hint={t('table.adminFeeHint')} />
      </FieldRow>
      <FieldRow>
        <Field name="insurance" kind="money" label={t('table.insurance')} hint={t('table.containedHint')} />
        <Field name="service" kind="money" label={t('table.service')} hint={t('table.containedHint')} />
      </FieldRow>
      <FieldRow>
        <Field name="yearlyInterest" kind="percent" label={t('table.yearlyInterest')} />
        <Field name="residual" kind="percent" label={t('table.residual')} />
      </FieldRow>
      <FieldRow>
        <Field name="minMonths" kind="number" label={t('table.minMonths')} unit={t('monthsUnit')} />
        <Field name="maxMonths" kind="number" label={t('table.maxMonths')} unit={t('monthsUnit')} />
      </FieldRow>
      <FieldRow>
        <Field name="minPrice" kind="money" label={t('table.minPrice')} />
        <Field name="maxPrice" kind="money" label={t('table.maxPrice')} />
      </FieldRow>
      <FieldRow>
        <Field name="validFrom" kind="day" label={t('table.validFrom')} />
        <Field name="validTo" kind="day" label={t('table.validTo')} hint={t('table.validToHint')} />
      </FieldRow>
      {children}
      <ServiceFields />
      <EndFields />
    </>
  )
}

/** How the service in the instalments is used; without it the agreements promise none. */
function ServiceFields() {
  const t = useTexts('leasing')
  return (
    <>
      <h3>{t('table.serviceTitle')}</h3>
      <FieldRow>
        <Field
          name="serviceRule.release"
          kind="select"
          label={t('table.serviceRelease')}
          hint={t('table.serviceReleaseHint')}
          placeholder={t('table.serviceNone')}
          required={false}
          options={serviceReleases.map((value) => ({ value, label: t(`table.serviceReleases.${value}`) }))}
        />
        <Field
          name="serviceRule.daysAfter"
          kind="number"
          label={t('table.serviceDaysAfter')}
          hint={t('table.serviceDaysAfterHint')}
          unit={t('table.daysUnit')}
          required={false}
        />
      </FieldRow>
    </>
  )
}

/** The price list of ends, which agreements print and keep. */
function EndFields() {
  const t = useTexts('leasing')
  return (
    <>
      <h3>{t('table.ends')}</h3>
      <FieldRow>
        <Field name="ends.redemptionFee" kind="money" label={t('table.redemptionFee')} />
        <Field name="ends.transferFee" kind="money" label={t('table.transferFee')} />
      </FieldRow>
      <FieldRow>
        <Field name="ends.returnFee" kind="money" label={t('table.returnFee')} hint={t('table.returnFeeHint')} />
        <Field name="ends.returnTransport" kind="money" label={t('table.returnTransport')} />
      </FieldRow>
      <FieldRow>
        <Field name="ends.noticeDay" kind="number" label={t('table.noticeDay')} />
        <Field
          name="ends.vatChange"
          kind="select"
          label={t('table.vatChange')}
          hint={t('table.vatChangeHint')}
          options={vatChanges.map((value) => ({ value, label: t(`table.vatChanges.${value}`) }))}
        />
      </FieldRow>
    </>
  )
}

function CampaignFields() {
  const t = useTexts('leasing')
  return (
    <>
      <FieldRow>
        <Field name="campaign.discount" kind="percent" label={t('table.discount')} />
        <Field name="campaign.minMonths" kind="number" label={t('table.campaignMonths')} unit={t('monthsUnit')} />
      </FieldRow>
      <FieldRow>
        <Field name="campaign.from" kind="day" label={t('table.campaignFrom')} />
        <Field name="campaign.to" kind="day" label={t('table.campaignTo')} />
      </FieldRow>
    </>
  )
}
