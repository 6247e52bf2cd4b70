import { sha256 } from '#platform/server/runtime/secrets.ts'

/** What proves a typed name in the log without telling it: its hash together with that of the document that it signs. */
export const nameProof = (documentSha256: string, typedName: string): string =>
  sha256(`${documentSha256}:${typedName}`).toString('hex')
