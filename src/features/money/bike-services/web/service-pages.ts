/** What a shop opens of a voucher, in one file: each file more would weigh on the first view of every page. */
export { ServiceCodePage } from './ServiceCodePage.tsx'
export { ServiceVoucherPage } from './ServiceVoucherPage.tsx'
