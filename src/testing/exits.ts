import { type ProposalView, proposals } from '#features/ground/proposals/contract.ts'
import { companyExits } from '#features/lease-ends/company-exits/contract.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { signedInAs } from './builders.ts'
import type { Caller, World } from './world.ts'

type Mark = BodyOf<typeof companyExits.create>

/** A small PDF to put beside a proposal. */
export const extractFile = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

/** Puts an extract beside a proposal. */
export const attachExtract = async (world: World, as: Caller, { proposalId, version }: ProposalView) =>
  world.ok(proposals.attachFile, {
    as,
    params: { id: proposalId },
    query: { version },
    body: extractFile,
  })

/** An admin of a company, as whom its own yes is said. */
async function adminOf(world: World, companyId: string): Promise<Caller> {
  const { user_id } = await world.services.database.primary
    .selectFrom('user_roles')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('role_id', '=', roleId('EMPLOYER_ADMIN'))
    .executeTakeFirstOrThrow()
  return world.signIn(user_id)
}

/** Says every yes that a proposed exit asks for: of the companies' own admins, otherwise of a second member of the staff. */
export async function confirmExit(world: World, view: ProposalView, second?: Caller): Promise<ProposalView> {
  let now = view
  const confirm = async (as: Caller) => {
    now = await world.ok(proposals.confirm, { as, params: { id: view.proposalId }, body: { version: now.version } })
  }
  for (const { companyId, hasAdmin } of view.companies)
    if (now.state === 'OPEN' && hasAdmin) await confirm(await adminOf(world, companyId))
  if (now.state === 'OPEN') {
    const staff = second ?? (await signedInAs(world, 'SUPER_ADMIN'))
    now = await attachExtract(world, staff, now)
    await confirm(staff)
  }
  return now
}

/** Proposes an exit and says every yes that it asks for. @returns the exit's answer, or the refusal of the proposal */
export async function markedExit(world: World, body: Mark, { as, key }: { as: Caller; key?: string }) {
  const proposed = await world.call(companyExits.create, { as, body, ...(key ? { key } : {}) })
  if (proposed.status !== 202) return { status: proposed.status, body: proposed.body as never }
  await confirmExit(world, proposed.body as ProposalView)
  const { items } = await world.ok(companyExits.list, { as, query: { companyId: body.companyId } })
  return world.call(companyExits.get, { as, params: { id: items.find(({ state }) => state === 'OPEN')!.id } })
}
