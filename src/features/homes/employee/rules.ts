/** The steps of an order whose length people ask about: the employer’s answer, both signatures, the bicycle, and all of it. */
export const usualSteps = ['ANSWER', 'SIGNING', 'DELIVERY', 'WHOLE'] as const
export type UsualStep = (typeof usualSteps)[number]

/** Of fewer orders nothing usual can be told, and somebody’s own order might be seen in it. */
export const ORDERS_MIN = 10
/** How many of the bicycles that were handed over last are looked at. */
export const ORDERS_MAX = 300
