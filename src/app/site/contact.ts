import { startContactForm } from '#features/public-pages/web/islands/contact.ts'

startContactForm()
