/** Whether the number of an agreement has been typed, which confirms a change that may end its exemption. */
export function isNumberTyped(agreementNumber: string, typed: string | undefined): boolean {
  return typed?.trim().toUpperCase() === agreementNumber.toUpperCase()
}
