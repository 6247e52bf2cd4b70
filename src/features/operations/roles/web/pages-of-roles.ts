import { createContext } from 'react'

/** A role as somebody holds it: its name and the names of its permissions. */
export interface HeldRole {
  readonly name: string
  readonly permissions: readonly string[]
}

/** The pages that open for whoever holds roles, by the rules of the menus themselves. */
export type PagesOfRoles = (roles: readonly HeldRole[]) => readonly { readonly to: string; readonly text: string }[]

/** Tells the pages of roles where the frame around the page knows them. */
export const PagesOfRolesContext = createContext<PagesOfRoles | null>(null)
