/**
 * The bank identifier of a Finnish account by the first digits after the check digits (Finance Finland, "Finnish
 * monetary institution codes and BICs"). Longer codes come first, since they are more exact.
 */
const BY_PREFIX: readonly (readonly [string, string])[] = [
  ['713', 'CITIFIHX'],
  ['717', 'BIGKFIH1'],
  ['799', 'HOLVFIHH'],
  ['405', 'HELSFIHH'],
  ['497', 'HELSFIHH'],
  ['715', 'ITELFIHH'],
  ['470', 'POPFFI22'],
  ['478', 'POPFFI22'],
  ['31', 'HANDFIHH'],
  ['33', 'ESSEFIHX'],
  ['34', 'DABAFIHX'],
  ['36', 'SBANFIHH'],
  ['37', 'DNBAFIHX'],
  ['38', 'SWEDFIHH'],
  ['39', 'SBANFIHH'],
  ['1', 'NDEAFIHH'],
  ['2', 'NDEAFIHH'],
  ['4', 'ITELFIHH'],
  ['5', 'OKOYFIHH'],
  ['6', 'AABAFI22'],
  ['8', 'DABAFIHH'],
]

/** The bank's BIC of a Finnish IBAN, or null for another country's account and for an unknown bank. */
export function bicOfIban(iban: string): string | null {
  const bank = /^FI\d{2}(\d{14})$/.exec(iban.replace(/\s+/gu, '').toUpperCase())?.[1]
  return (bank && BY_PREFIX.find(([prefix]) => bank.startsWith(prefix))?.[1]) || null
}
