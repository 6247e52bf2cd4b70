/** In the place of an order's status that a list asks for: people without an order. */
export const NO_ORDER = 'NONE'
