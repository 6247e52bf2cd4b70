/** What an HMAC is counted over: all `checkout-*` names in their order, and the body, each on a line of its own. */
export function signedText(parameters: Readonly<Record<string, string | undefined>>, body = ''): string {
  const lines = Object.entries(parameters)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => name.startsWith('checkout-') && value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`)
  return [...lines, body].join('\n')
}
