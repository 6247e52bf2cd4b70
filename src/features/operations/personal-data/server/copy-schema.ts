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
  required: ['format', 'madeAt', 'service', 'tables', 'files', 'leftOut'],
  properties: {
    format: { const: 'poljin-personal-copy-1' },
    madeAt: { ...text, description: 'An instant in UTC, ISO 8601' },
    service: text,
    tables: {
      description:
        'Rows by the table that they stand in. Amounts are whole cents (…_cents), rates hundredths of a percent (…_basis_points), days YYYY-MM-DD, instants ISO 8601.',
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'object' } },
    },
    files: list({
      id: text,
      name: { type: ['string', 'null'], description: 'Its name in the archive; null when the file is missing' },
      label: text,
    }),
    leftOut: list({ table: text, reason: text, text }),
  },
}
