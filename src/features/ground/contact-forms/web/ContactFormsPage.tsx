import { type ContactForm, contactForms } from '#features/ground/contact-forms/contract.ts'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './ContactFormPanel.module.css'
import { ContactFormPanel } from './ContactFormPanel.tsx'

function State({ form }: { form: ContactForm }) {
  const t = useTexts('contact-forms')
  return (
    <StatusPill holder={form.checked ? 'none' : 'trouble'}>
      {t(form.checked ? 'stateChecked' : 'stateUnchecked')}
    </StatusPill>
  )
}

/** The beginning of what was written, on one line. */
const Preview = ({ form }: { form: ContactForm }) => (
  <span className={styles.preview} lang={form.language}>
    {form.message.slice(0, 200)}
  </span>
)

/** The messages of the website's contact form: who wrote, what, and whether somebody has handled it. */
export function ContactFormsPage() {
  const t = useTexts('contact-forms')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <DataTable
        from={contactForms.list}
        file={contactForms.listFile}
        label={t('title')}
        density="dense"
        rowKey={(row) => row.contactFormDataId}
        search={{ name: 'search', hint: t('search') }}
        filters={[
          {
            name: 'checked',
            label: t('state'),
            options: [
              { value: 'false', label: t('stateUnchecked') },
              { value: 'true', label: t('stateChecked') },
            ],
          },
        ]}
        columns={[
          { key: 'name', sort: 'name', title: t('name'), cell: (row) => row.name },
          { key: 'role', title: t('role'), cell: (row) => t(`roles.${row.role}`) },
          { key: 'company', title: t('company'), cell: (row) => row.company ?? '–', choice: true },
          { key: 'email', title: t('email'), cell: (row) => row.email, choice: 'hidden' },
          { key: 'message', title: t('message'), cell: (row) => <Preview form={row} />, choice: true },
          {
            key: 'sent',
            sort: 'createdAt',
            inName: true,
            title: t('sent'),
            cell: (row) => <Instant at={row.createdAt} />,
          },
          { key: 'state', title: t('state'), cell: (row) => <State form={row} /> },
        ]}
        panel={{
          byId: true,
          title: (row) => row.name,
          content: (row) => <ContactFormPanel key={row.contactFormDataId} form={row} />,
        }}
        empty={{ text: t('empty') }}
      />
    </>
  )
}
