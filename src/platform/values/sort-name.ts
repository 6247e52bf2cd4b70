import type { SortName } from '#platform/contract/contract.ts'

/** The column of an order and its way: `-price` is the price from its greatest value on. */
export function readSort<Name extends string>(sort: SortName<Name>): { readonly name: Name; readonly isDown: boolean } {
  const isDown = sort.startsWith('-')
  return { name: (isDown ? sort.slice(1) : sort) as Name, isDown }
}
