import { startContactForm } from '#features/site/public-pages/web/islands/contact.ts'

startContactForm()
