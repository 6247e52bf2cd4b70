import { calls, type Feature } from '#platform/server/runtime/feature.ts'
import { contactForms } from '../contract.ts'
import { contactFormsHandlers } from './handlers.ts'

export const contactFormsFeature: Feature = {
  name: 'contact-forms',
  calls: [calls('contact-forms', contactForms, contactFormsHandlers)],
  tables: ['contact_form_answers'],
}
