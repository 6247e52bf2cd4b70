/** The package ships no types; only what the product calls is declared. */
declare module 'finnish-bank-utils' {
  const FinnishBankUtils: {
    isValidFinnishRefNumber(text: string): boolean
    formatFinnishRefNumber(text: string, separator?: string): string | undefined
    generateFinnishRefNumber(base: string): string
  }
  export default FinnishBankUtils
}
