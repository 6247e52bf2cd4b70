import { endpoint, Id, Instant, Nullable, Shape, T, WholeList } from '#platform/contract/contract.ts'

const NewLink = Shape({
  token: T.String(),
  registerLinkId: Id,
  /** The whole address, to be copied. */
  url: T.String(),
  expiresAt: Instant,
})

export const RegisterLink = Shape({
  registerLinkId: Id,
  url: Nullable(T.String()),
  createdAt: Instant,
  createdBy: Nullable(T.String()),
  expiresAt: Instant,
  revokedAt: Nullable(Instant),
})
export type RegisterLink = T.Static<typeof RegisterLink>

export const registerLinks = {
  createForCompany: endpoint({
    method: 'POST',
    path: '/api/register-link/company',
    access: 'register-link:create',
    summary: 'Makes a registration link of a company, good for 90 days.',
    body: Shape({ companyId: Id }),
    replies: { 201: NewLink },
    errors: ['NOT_FOUND', 'EMPLOYER_TERMS_MISSING'],
    neverStored: true,
  }),
  createForGroup: endpoint({
    method: 'POST',
    path: '/api/register-link/group-company',
    access: 'register-link:create',
    summary: 'Makes a registration link of a group, where the person first chooses the company; good for 90 days.',
    body: Shape({ groupCompanyId: Id }),
    replies: { 201: NewLink },
    errors: ['NOT_FOUND', 'EMPLOYER_TERMS_MISSING'],
    neverStored: true,
  }),
  listOfCompany: endpoint({
    method: 'GET',
    path: '/api/register-link/company/:id',
    access: 'register-link:create',
    summary: 'The registration links of a company, newest first, to be copied again.',
    params: Shape({ id: Id }),
    replies: { 200: WholeList(RegisterLink) },
    errors: ['NOT_FOUND'],
  }),
  listOfGroup: endpoint({
    method: 'GET',
    path: '/api/register-link/group-company/:id',
    access: 'register-link:create',
    summary: 'The registration links of a group, newest first.',
    params: Shape({ id: Id }),
    replies: { 200: WholeList(RegisterLink) },
    errors: ['NOT_FOUND'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/register-link/:id',
    access: 'register-link:create',
    summary: 'Revokes a registration link; it cannot be brought back.',
    params: Shape({ id: Id }),
    replies: { 200: RegisterLink },
    errors: ['NOT_FOUND'],
  }),
}
