import {
  endpoint,
  Id,
  Instant,
  Language,
  Name,
  Nullable,
  OneOf,
  Page,
  pageQuery,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { csvUpload, dryRunQuery, ImportReport } from '#platform/contract/imports.ts'

const ById = Shape({ id: Id })
const Line = T.String({ minLength: 1, maxLength: 200 })

const storeFields = {
  storeName: Name,
  email: Line,
  groupId: T.Optional(Nullable(Id)),
  businessId: T.Optional(Nullable(Line)),
  phone: T.Optional(Nullable(Line)),
  website: T.Optional(Nullable(Line)),
  streetAddress: T.Optional(Nullable(Line)),
  postalCode: T.Optional(Nullable(Line)),
  city: T.Optional(Nullable(Line)),
  /** As the store says it, such as `ma–pe 10–18, la 10–15`; it stands in the message that a bicycle is ready. */
  openingHours: T.Optional(Nullable(Line)),
  /** Of the mails to the store and of the page behind them. */
  language: T.Optional(Language),
  iban: T.Optional(Nullable(Line)),
  paymentTermsDays: T.Optional(T.Integer({ minimum: 0, maximum: 90 })),
  isOnline: T.Optional(T.Boolean()),
  active: T.Optional(T.Boolean()),
}
export const NewBikeStore = Shape(storeFields)
export type NewBikeStore = T.Static<typeof NewBikeStore>

export const BikeStore = Shape({
  bikeStoreId: Id,
  storeName: T.String(),
  email: T.String(),
  groupId: Nullable(Id),
  groupName: Nullable(T.String()),
  businessId: Nullable(T.String()),
  phone: Nullable(T.String()),
  website: Nullable(T.String()),
  streetAddress: Nullable(T.String()),
  postalCode: Nullable(T.String()),
  city: Nullable(T.String()),
  openingHours: Nullable(T.String()),
  language: Language,
  iban: Nullable(T.String()),
  /** A bank account that waits for another member of staff than `proposedBy`, or for its instant when there is none. */
  pendingIban: Nullable(Shape({ iban: T.String(), takesEffectAt: Nullable(Instant), proposedBy: Id })),
  paymentTermsDays: T.Integer(),
  isOnline: T.Boolean(),
  active: T.Boolean(),
  version: Version,
})
export type BikeStore = T.Static<typeof BikeStore>

export const BikeStoreMinimal = Shape({
  bikeStoreId: Id,
  storeName: T.String(),
  city: Nullable(T.String()),
  address: Nullable(T.String()),
  openingHours: Nullable(T.String()),
  isOnline: T.Boolean(),
})
export type BikeStoreMinimal = T.Static<typeof BikeStoreMinimal>

/** A store as everybody who is signed in finds it: where it is, when it is open, how it is reached. */
export const FoundStore = Shape({
  bikeStoreId: Id,
  storeName: T.String(),
  streetAddress: Nullable(T.String()),
  postalCode: Nullable(T.String()),
  city: Nullable(T.String()),
  openingHours: Nullable(T.String()),
  phone: Nullable(T.String()),
  website: Nullable(T.String()),
  isOnline: T.Boolean(),
})
export type FoundStore = T.Static<typeof FoundStore>

export const StoreGroup = Shape({ id: Id, name: T.String(), storeCount: T.Integer(), version: Version })
export type StoreGroup = T.Static<typeof StoreGroup>

export type StoreColumn = Exclude<keyof typeof storeFields, 'groupId'> | 'group'
/** The head of a file of stores: every field, with the group by its name; name and e-mail have to be there. */
export const storeColumns = Object.keys(storeFields).map((name) =>
  name === 'groupId' ? 'group' : name,
) as StoreColumn[]

export const bikeStores = {
  list: endpoint({
    method: 'GET',
    path: '/api/bike-stores',
    access: 'bike-store:read',
    summary: 'The register of bike stores, with search over name, city and e-mail; with an id that one alone.',
    query: Shape({
      ...pageQuery(20),
      search: T.Optional(T.String({ maxLength: 100 })),
      groupId: T.Optional(Id),
      active: T.Optional(T.Boolean()),
      id: T.Optional(Id),
      sort: T.Optional(OneOf(['storeName', '-storeName', 'city', '-city'])),
    }),
    replies: { 200: Page(BikeStore) },
  }),
  minimal: endpoint({
    method: 'GET',
    path: '/api/bike-stores/minimal',
    access: 'bike-store:read-minimal',
    summary: 'The active stores and where they are, for choosing one; with an id that one alone.',
    query: Shape({ search: T.Optional(T.String({ maxLength: 100 })), bikeStoreId: T.Optional(Id) }),
    replies: { 200: WholeList(BikeStoreMinimal) },
  }),
  finder: endpoint({
    method: 'GET',
    path: '/api/bike-stores/finder',
    access: 'session',
    summary:
      'The active stores with address, hours, phone and web page, by town; search over name, town and postal code.',
    query: Shape({ ...pageQuery(20), search: T.Optional(T.String({ maxLength: 100 })) }),
    replies: { 200: Page(FoundStore) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/bike-stores/:id',
    access: 'bike-store:read',
    summary: 'One bike store.',
    params: ById,
    replies: { 200: BikeStore },
    errors: ['NOT_FOUND'],
  }),
  poster: endpoint({
    method: 'GET',
    path: '/api/bike-stores/:id/poster',
    access: 'bike-store:read',
    summary: 'A page for the wall of a store, whose QR code opens /mybike with the store chosen and grants nothing.',
    params: ById,
    query: Shape({ language: T.Optional(Language) }),
    file: true,
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bike-stores',
    access: 'bike-store:write',
    summary: 'Adds a bike store; an account that is given waits as a changed one does.',
    body: NewBikeStore,
    replies: { 201: Shape({ message: OneOf(['Bike store created successfully']), bikeStore: BikeStore }) },
    errors: ['BUSINESS_ID_INVALID', 'STEP_UP_REQUIRED'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/bike-stores/:id',
    access: 'bike-store:write',
    summary: 'Changes a bike store.',
    params: ById,
    body: Shape({ ...storeFields, version: T.Optional(Version) }),
    replies: { 200: Shape({ message: OneOf(['Bike store updated successfully']), bikeStore: BikeStore }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'BUSINESS_ID_INVALID', 'STEP_UP_REQUIRED'],
  }),
  confirmAccount: endpoint({
    method: 'POST',
    path: '/api/bike-stores/:id/bank-account/confirm',
    access: 'bike-store:write',
    summary: 'A second member of staff confirms a changed bank account; never the one who changed it.',
    params: ById,
    body: Shape({ version: Version }),
    replies: { 200: BikeStore },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF', 'STEP_UP_REQUIRED'],
  }),
  refuseAccount: endpoint({
    method: 'POST',
    path: '/api/bike-stores/:id/bank-account/refuse',
    access: 'bike-store:write',
    summary: 'Stops a change of a bank account before it takes effect.',
    params: ById,
    body: Shape({ version: Version }),
    replies: { 200: BikeStore },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bike-stores/:id',
    access: 'bike-store:delete',
    summary: 'Removes a store without open orders; old orders keep showing it.',
    params: ById,
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: Shape({ bikeStoreId: Id }) },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE_NOT_ALLOWED'],
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/bike-store-groups',
    access: 'bike-store:read',
    summary: 'The groups that stores belong to.',
    replies: { 200: WholeList(StoreGroup) },
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/bike-store-groups',
    access: 'bike-store:write',
    summary: 'Adds a group of stores.',
    body: Shape({ name: Name }),
    replies: { 201: StoreGroup },
    errors: ['NAME_EXISTS'],
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/api/bike-store-groups/:id',
    access: 'bike-store:write',
    summary: 'Renames a group of stores; `storeIds`, when given, is the whole list of its stores.',
    params: ById,
    body: Shape({
      name: Name,
      storeIds: T.Optional(T.Array(Id, { maxItems: 2000, uniqueItems: true })),
      version: T.Optional(Version),
    }),
    replies: { 200: StoreGroup },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'NAME_EXISTS'],
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/api/bike-store-groups/:id',
    access: 'bike-store:delete',
    summary: 'Removes a group; its stores stay and belong to none.',
    params: ById,
    query: Shape({ version: T.Optional(Version) }),
    replies: { 200: ById },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  importStores: endpoint({
    method: 'POST',
    path: '/api/bike-stores/import',
    access: 'bike-store:write',
    summary: `Reads stores in (CSV: ${storeColumns.join(';')}); known by name and e-mail; a bad line is put aside and the others are read in.`,
    query: Shape(dryRunQuery),
    upload: csvUpload,
    replies: { 200: ImportReport },
    errors: ['FILE_NOT_ACCEPTED'],
  }),
}
