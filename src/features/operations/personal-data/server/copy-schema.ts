const text = { type: 'string' }
const list = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', additionalProperties: false, required: Object.keys(properties), properties },
})

/** JSON Schema of the data in a copy. */
export const copySchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'poljin-personal-copy-1',
  type: 'object',
  additionalProperties: false,
  required: ['format', 'madeAt', 'service', 'tables', 'codes', 'files', 'leftOut'],
  properties: {
    format: { const: 'poljin-personal-copy-1' },
    madeAt: { ...text, description: 'An instant in UTC, ISO 8601' },
    service: text,
    tables: {
      description:
        'Rows by the table that they stand in. Amounts are whole cents (…_cents), rates hundredths of a percent (…_basis_points), days YYYY-MM-DD, instants ISO 8601. Statuses and kinds stand as the codes that they are kept as; codes says what each means.',
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object' } },
    },
    codes: {
      description: 'Each code that stands in the rows, with what it means in the language of the copy.',
      ...list({ table: text, column: text, code: text, label: text }),
    },
    files: list({
      id: text,
      name: { type: ['string', 'null'], description: 'Its name in the archive; null when the file is missing' },
      label: text,
    }),
    leftOut: list({ table: text, reason: text, text }),
  },
}
