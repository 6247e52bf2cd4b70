import { readFileSync } from 'node:fs'
import path from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

const folder = path.resolve(import.meta.dirname, 'schemas')

/** Answers a document's faults against a schema of `src/testing/schemas`; an empty list means that it is valid. */
export function schemaCheck(schema: 'Finvoice3.0.xsd' | 'pain.001.001.09.xsd'): (document: Buffer) => string[] {
  const definition = XmlDocument.fromBuffer(readFileSync(path.join(folder, schema)))
  const validator = XsdValidator.fromDoc(definition)
  return (document) => {
    const parsed = XmlDocument.fromBuffer(document)
    try {
      validator.validate(parsed)
      return []
    } catch (error) {
      const { details = [], message } = error as { details?: { line: number; message: string }[]; message: string }
      return details.length > 0 ? details.map((one) => `line ${one.line}: ${one.message.trim()}`) : [message]
    } finally {
      parsed.dispose()
    }
  }
}
