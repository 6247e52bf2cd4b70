import { type Plugin, parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { contracts } from './vite-contracts.ts'

const file = new URL('../../features/a/contract.ts', import.meta.url).pathname
const { transform } = contracts() as Plugin & { transform: (code: string, id: string) => { code: string } | null }
const context = {
  parse: (code: string) => parseSync('contract.ts', code).program,
  error(message: string) {
    throw new Error(message)
  },
}
const lightened = (code: string) => transform.call(context, code, file)?.code

describe('the contracts of the browser', () => {
  it('keep method, path and body of an endpoint, and nothing that only the server reads', () => {
    const code =
      "export const a = endpoint({ method: 'POST', path: '/api/a', access: 'public', body: B, mayLag: true })"
    expect(lightened(code)).toContain('body: B')
    expect(lightened(code)).not.toMatch(/access|mayLag/)
  })

  it('keep the query of a DELETE, by which its form is judged, and of no read', () => {
    const withMethod = (method: string) =>
      lightened(`export const a = endpoint({ method: '${method}', path: '/api/a', query: Q, access: 'public' })`)
    expect(withMethod('DELETE')).toContain('query: Q')
    expect(withMethod('GET')).not.toContain('query')
  })

  it('fail the build for a schema that the browser cannot build, in a function too', () => {
    expect(() => lightened('export const B = Shape({ a: T.Record(T.String(), T.Number()) })')).toThrow(/Record/)
    expect(() => lightened('export const B = () => Type.Tuple([])')).toThrow(/Tuple/)
    expect(() => lightened('export const B = T.Array(T.String())')).not.toThrow()
  })
})
