import { useState } from 'react'
import { accounts, type SystemUser } from '#features/operations/accounts/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { languageNames, languages } from '#platform/web/words/language.ts'

const findCompanies = pickFrom(
  companies.list,
  ({ items }) => items.map(({ companyId, companyName }) => ({ value: companyId, label: companyName })),
  { search: 'search', query: { names: true } },
)

const options = languages.map((value) => ({ value, label: languageNames[value] }))

/** A new account; its owner gets an invitation, and roles are given next. */
export function AddUser({ done }: { done: () => void }) {
  const t = useTexts('roles')
  return (
    <Form
      endpoint={accounts.create}
      initial={{ language: 'fi' }}
      submit={t('users.addSubmit')}
      refresh={[accounts.list]}
      toBody={(body) => ({ ...body, companyId: body.companyId || null })}
      onDone={({ user }) => {
        done()
        const name = `${user.firstName} ${user.lastName}`
        showDone(t('users.added', { name }), { text: t('users.addedText', { email: user.workEmail }) })
      }}
    >
      <FieldRow>
        <Field name="firstName" label={t('users.firstName')} autoComplete="off" />
        <Field name="lastName" label={t('users.lastName')} autoComplete="off" />
      </FieldRow>
      <Field name="workEmail" kind="email" label={t('users.email')} autoComplete="off" />
      <FieldRow>
        <Field name="phoneNumber" kind="phone" label={t('users.phone')} autoComplete="off" />
        <Field name="language" kind="select" label={t('users.language')} options={options} />
      </FieldRow>
      <Field
        name="companyId"
        kind="picker"
        label={t('users.company')}
        hint={t('users.companyHint')}
        source={findCompanies}
      />
    </Form>
  )
}

/** The details of a person, changed in a dialog. */
export function EditUser({ user }: { user: SystemUser }) {
  const t = useTexts('roles')
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may('user:update')) return null
  const close = () => setOpen(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('users.edit')}</Button>
      <Dialog opened={open} close={close} title={t('users.edit')}>
        <Form
          endpoint={accounts.update}
          params={{ userId: user.userId }}
          initial={user}
          also={{ version: user.version }}
          submit={t('users.save')}
          refresh={[accounts.list]}
          onDone={() => {
            close()
            showDone(t('users.saved'))
          }}
        >
          <FieldRow>
            <Field name="firstName" label={t('users.firstName')} autoComplete="off" />
            <Field name="lastName" label={t('users.lastName')} autoComplete="off" />
          </FieldRow>
          <Field
            name="workEmail"
            kind="email"
            label={t('users.email')}
            hint={t('users.workEmailHint')}
            autoComplete="off"
          />
          <Field name="personalEmail" kind="email" label={t('users.personalEmail')} autoComplete="off" />
          <FieldRow>
            <Field name="phoneNumber" kind="phone" label={t('users.phone')} autoComplete="off" />
            <Field name="language" kind="select" label={t('users.language')} options={options} />
          </FieldRow>
        </Form>
      </Dialog>
    </div>
  )
}
