const known = new Map<string, string>()
/** As many texts as there are statements of the code; those whose length depends on the call are named each time. */
const mostKnown = 3_000

const operations = /\b(insert\s+into|update|delete\s+from|select)\b/gi
const firstTable = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/i

/** A statement without what stands in brackets: subqueries, columns, values. */
function outermost(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '…')
  return shorter === text ? text : outermost(shorter)
}

function nameIn(text: string): string {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/'(?:[^']|'')*'/g, "''")
  // What a statement names before its end, behind a `with`, is in brackets.
  const isWith = /^\s*with\b/i.test(plain)
  const found = [...plain.toLowerCase().matchAll(operations)].map(([word]) => word.replace(/\s.*/s, ''))
  const operation = (isWith && found.find((word) => word !== 'select')) || found[0]
  if (!operation) return /^\s*([a-z]+)/i.exec(plain)?.[1]?.toLowerCase() ?? 'statement'
  const table =
    operation === 'select'
      ? (firstTable.exec(isWith ? plain : outermost(plain)) ?? firstTable.exec(plain))?.[1]
      : new RegExp(`\\b${operation}\\b(?:\\s+(?:into|from))?\\s+"?([a-z_]\\w*)`, 'i').exec(plain)?.[1]
  return table ? `${operation} ${table}` : operation
}

/** What a statement does to which table first: its name in a trace. Its text and values stay here. */
export function statementName(text: string): string {
  const name = known.get(text) ?? nameIn(text)
  if (known.size < mostKnown) known.set(text, name)
  return name
}
