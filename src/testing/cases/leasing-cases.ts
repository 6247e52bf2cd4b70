import { afterAll, beforeAll } from 'vitest'
import { signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

export let world: World

export let staff: Caller

export let superAdmin: Caller

/** A world with staff for tests of lessors and their tables. */
export function prepareLeasing() {
  beforeAll(async () => {
    world = await openWorld()
    staff = await signedInAs(world, 'INTERNAL_ADMIN')
    superAdmin = await signedInAs(world, 'SUPER_ADMIN')
  })
  afterAll(() => world.close())
}
