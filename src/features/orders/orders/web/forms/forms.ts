// The forms of a buyer's order: one part, fetched while something is asked of the buyer.
export { AnswerForm } from './AnswerForm.tsx'
export { AnswersForm } from './AnswersForm.tsx'
export { DeliveryForm } from './DeliveryForm.tsx'
export { PackageForm } from './PackageForm.tsx'
