import type { ReactNode } from 'react'
import type maintenance from '../texts/pages/maintenance/fi.json'
import { Actions } from './Blocks.tsx'
import { Drawing } from './Drawing.tsx'
import { type Site, set } from './site.ts'

export type MaintenanceCopy = typeof maintenance

/**
 * /huoltokatkos stands for a state: what holds while the service is closed, and a line for whoever comes by the address
 * while it is open. Which of the two shows is the script's to find out; without one the page says that it is closed.
 */
export function MaintenancePage({ site, copy, closed }: { site: Site; copy: MaintenanceCopy; closed: ReactNode }) {
  const { open } = copy
  return (
    <>
      <div data-closed>{closed}</div>
      <div className="line" data-open hidden>
        <div className="wrap ph">
          <div>
            <h1>{open.heading}</h1>
            <p className="lead">{set(open.text, site.values)}</p>
            <Actions site={site} actions={open.actions} primary />
          </div>
          <Drawing name="bicycle" className="art" />
        </div>
      </div>
    </>
  )
}
