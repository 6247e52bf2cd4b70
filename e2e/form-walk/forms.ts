import { money } from './money.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { registers } from './registers.ts'

/** Every form that the walk opens, in the order in which one person after another opens them. */
export const walks = [...registers, ...orders, ...money, ...people]
