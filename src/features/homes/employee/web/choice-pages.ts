/** The two pages that are opened before a bicycle is chosen, and mostly one after the other: they come together. */
export { StoreFinderPage } from '#features/pricing/bike-stores/web/StoreFinderPage.tsx'
export { BenefitPage } from './BenefitPage.tsx'
