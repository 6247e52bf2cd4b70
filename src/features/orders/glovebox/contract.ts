import { endpoint, Id, Instant, Nullable, Shape, T } from '#platform/contract/contract.ts'

const PHOTO_MAX_BYTES = 10 * 1024 * 1024

const Token = T.String({ minLength: 20, maxLength: 100 })
const upload = { maxBytes: PHOTO_MAX_BYTES, contentTypes: ['application/octet-stream'] } as const

/** What an order keeps of the frame number beside the number itself. */
const FramePhoto = Shape({
  photo: Nullable(
    Shape({
      photoId: Id,
      /** The store has taken it, else the employee or the staff. */
      byStore: T.Boolean(),
      addedAt: Instant,
    }),
  ),
  /** The bicycle has been handed over, or may be now, so that its number can be photographed. */
  mayAdd: T.Boolean(),
})

/** A photograph of the frame number: taken by the store or the employee, seen by them and the staff, by nobody else. */
export const framePhotos = {
  get: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/frame-photo',
    access: 'order:set-delivery',
    params: Shape({ orderId: Id }),
    summary: 'Whether the frame number of an order’s bicycle has been photographed, when and by whom.',
    replies: { 200: FramePhoto },
    errors: ['NOT_FOUND'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/frame-photo/:photoId',
    access: 'order:set-delivery',
    params: Shape({ orderId: Id, photoId: Id }),
    file: true,
    summary: 'The photograph of the frame number, for the employee and the staff.',
    replies: { 200: T.Any() },
    errors: ['NOT_FOUND'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/frame-photo',
    access: 'order:set-delivery',
    params: Shape({ orderId: Id }),
    summary: 'Keeps a photograph of the frame number in place of the one before: JPEG, PNG or WebP by its content.',
    upload,
    replies: { 201: FramePhoto },
    errors: ['NOT_FOUND', 'FILE_NOT_ACCEPTED', 'DELIVERY_NOT_ALLOWED'],
  }),
  getByStore: endpoint({
    method: 'GET',
    path: '/api/store-order/:token/frame-photo',
    access: { token: 'store-order' },
    params: Shape({ token: Token }),
    summary: 'Whether the frame number of the store’s order has been photographed.',
    replies: { 200: FramePhoto },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
  addByStore: endpoint({
    method: 'POST',
    path: '/api/store-order/:token/frame-photo',
    access: { token: 'store-order' },
    params: Shape({ token: Token }),
    summary: 'The store photographs the frame number; the photograph before it is removed.',
    upload,
    replies: { 201: FramePhoto },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID', 'FILE_NOT_ACCEPTED', 'DELIVERY_NOT_ALLOWED'],
  }),
}
