import { endpoint, genericEndpoint, Id, Nullable, Shape, T } from '#platform/contract/contract.ts'

interface Description<Reply extends T.TSchema, Added extends T.TSchema> {
  readonly path: `/api/${string}`
  /** Whose reports they get, for the API document. */
  readonly of: string
  readonly reply: Reply
  readonly added: Added
}

/** The calls about one recipient. */
function recipientChanges<Reply extends T.TSchema>({
  path,
  reply,
}: Pick<Description<Reply, T.TSchema>, 'path' | 'reply'>) {
  const params = Shape({ id: Id, userId: Id })
  const replies = { 200: reply }
  return {
    replaceRecipient: endpoint({
      method: 'PATCH',
      path: `${path}/:id/payroll-recipients/:userId`,
      access: 'payroll-recipient:write',
      summary: 'Hands a recipient’s reports to another person; without a body it adds the person.',
      failure: 'Failed to update payroll report recipient',
      params,
      body: Nullable(Shape({ userId: T.Optional(Id) })),
      replies,
      errors: ['NOT_FOUND'],
    }),
    removeRecipient: endpoint({
      method: 'DELETE',
      path: `${path}/:id/payroll-recipients/:userId`,
      access: 'payroll-recipient:write',
      summary: 'Removes a recipient.',
      failure: 'Failed to remove payroll report recipient',
      params,
      replies,
      errors: ['NOT_FOUND'],
    }),
  }
}

/** The four calls of the recipients of payroll reports: those of a company and of a group differ in their envelopes. */
export function recipientCalls<Reply extends T.TSchema, Added extends T.TSchema>({
  path,
  of,
  reply,
  added,
}: Description<Reply, Added>) {
  const params = Shape({ id: Id })
  const replies = { 200: reply }
  return {
    recipients: endpoint({
      method: 'GET',
      path: `${path}/:id/payroll-recipients`,
      access: 'payroll-recipient:read',
      summary: `Who gets the payroll reports of ${of}.`,
      failure: 'Failed to fetch payroll report recipients',
      params,
      replies,
      errors: ['NOT_FOUND'],
    }),
    addRecipients: genericEndpoint({
      method: 'POST',
      path: `${path}/:id/payroll-recipients`,
      access: 'payroll-recipient:write',
      summary: 'Adds recipients; those who are there already stay.',
      failure: 'Failed to add payroll report recipients',
      params,
      body: added,
      replies,
      errors: ['NOT_FOUND'],
    }),
    ...recipientChanges({ path, reply }),
  }
}
