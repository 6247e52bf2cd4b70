import type { ComponentType, ReactNode } from 'react'
import type { Layout } from '#platform/web/router/screen.ts'

export type FrameComponent = ComponentType<{ children: ReactNode }>

/** What stands around a screen; on the way in it is fetched alone, behind it with the list of its screens. */
const frames: Readonly<Record<Layout, () => Promise<FrameComponent>>> = {
  page: () => import('./behind-sign-in.ts').then((m) => m.PageFrame),
  token: () => import('./behind-sign-in.ts').then((m) => m.TokenFrame),
  admin: () => import('./in-admin.ts').then((m) => m.AdminFrame),
  auth: () => import('#platform/web/shell/AuthLayout.tsx').then((m) => m.AuthLayout),
  bare: async () => Bare,
}

export const Bare: FrameComponent = ({ children }) => children

const loaded = new Map<Layout, FrameComponent>()

/** The frame of a layout if it has been fetched. */
export const frameNow = (layout: Layout): FrameComponent | undefined => loaded.get(layout)

export async function loadFrame(layout: Layout): Promise<void> {
  if (!loaded.has(layout)) loaded.set(layout, await frames[layout]())
}
