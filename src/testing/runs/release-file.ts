import { banking } from '#features/money/banking/contract.ts'
import { freshCode, stepUp } from '#testing/builders.ts'
import type { Caller, World } from '#testing/world.ts'

/** Somebody releases a file for the bank, having given the password once more and a code of their app. */
export async function releaseFile(
  world: World,
  as: Caller,
  { paymentFileId: id, version }: { paymentFileId: string; version: number },
) {
  const code = await freshCode(world, await stepUp(world, as))
  return world.call(banking.release, { as, params: { id }, body: { version, code } })
}
