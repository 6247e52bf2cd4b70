import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { grantUse } from '#platform/server/roles/roles.ts'
import type { TestDatabase } from './database.ts'

/** A connection to a test database as the application has it: by a role that owns nothing and has what `grantUse` gives. */
export async function asApplication({ connection }: Pick<TestDatabase, 'connection'>) {
  const user = `application_${randomBytes(6).toString('hex')}`
  const owner = new pg.Pool({ ...connection, max: 1 })
  try {
    await owner.query(`create role ${user} login password 'x'`)
    const application = { ...connection, user, password: 'x' }
    await grantUse(owner, application)
    return application
  } finally {
    await owner.end()
  }
}
