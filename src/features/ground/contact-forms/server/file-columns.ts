import type { LanguageCode } from '#platform/contract/contract.ts'
import type { SheetColumn } from '#platform/server/documents/sheet.ts'
import type { Texts } from '#platform/server/runtime/texts.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { ContactForm } from '../contract.ts'

/** Messages to customer service as columns of a file. */
export function contactFormColumns(texts: Texts, language: LanguageCode): SheetColumn<ContactForm>[] {
  const t = (key: string) => texts.t(language, `contact-forms:${key}`)
  const text = (key: string, value: (form: ContactForm) => string | null): SheetColumn<ContactForm> => ({
    key,
    header: t(key),
    kind: 'text',
    value,
  })
  return [
    { key: 'sent', header: t('sent'), kind: 'day', value: ({ createdAt }) => helsinkiDay(new Date(createdAt)) },
    text('state', ({ checked }) => t(checked ? 'stateChecked' : 'stateUnchecked')),
    text('name', ({ name }) => name),
    text('role', ({ role }) => t(`roles.${role}`)),
    text('company', ({ company }) => company),
    text('email', ({ email }) => email),
    text('phone', ({ phone }) => phone),
    text('language', (form) => t(`languages.${form.language}`)),
    text('message', ({ message }) => message),
    text('note', ({ note }) => note),
  ]
}
