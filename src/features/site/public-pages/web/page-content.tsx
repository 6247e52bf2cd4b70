import type { ReactNode } from 'react'
import type { PageCopy } from '../copy.ts'
import type { PrerenderedPage } from '../pages.ts'
import { CalculatorPage, calculatorProps } from './CalculatorPage.tsx'
import { type ContactCopy, ContactForm } from './ContactForm.tsx'
import { CopyPage } from './CopyPage.tsx'
import type { CalculatorCopy } from './calculator/calculator-texts.ts'
import { DataBlock } from './Document.tsx'
import type { DrawingName } from './Drawing.tsx'
import { type HomeCopy, HomePage } from './HomePage.tsx'
import { type MaintenanceCopy, MaintenancePage } from './MaintenancePage.tsx'
import { type ProofCopy, ProofPage } from './ProofForm.tsx'
import type { Site } from './site.ts'

type CopiedPage = Exclude<PrerenderedPage, 'home' | 'calculator' | 'contact' | 'proof'>

const drawings: Record<CopiedPage, DrawingName> = {
  employers: 'signing',
  employees: 'helmet',
  stores: 'store',
  faq: 'speech',
  media: 'newspaper',
  company: 'handOver',
  privacy: 'lock',
  disclaimer: 'scale',
  taxNotice: 'calendar',
  accessibility: 'ramp',
  security: 'lock',
  maintenance: 'repair',
  notFound: 'signpost',
}

/** What stands in a page's main part, and the data that its script starts from. */
export function pageContent(site: Site, copy: PageCopy): { content: ReactNode; data?: ReactNode } {
  if (site.page === 'home') return { content: <HomePage site={site} copy={copy as HomeCopy} /> }
  if (site.page === 'calculator') {
    const own = copy as CalculatorCopy
    const data = <DataBlock type="application/json" id="calculator-data" value={calculatorProps(site, own)} />
    return { content: <CalculatorPage site={site} copy={own} />, data }
  }
  if (site.page === 'contact') {
    const content = (
      <CopyPage site={site} copy={copy} drawing="letter">
        <ContactForm site={site} copy={copy as ContactCopy} />
      </CopyPage>
    )
    return { content }
  }
  if (site.page === 'proof') return { content: <ProofPage site={site} copy={copy as ProofCopy} /> }
  const page = <CopyPage site={site} copy={copy} drawing={drawings[site.page]} />
  if (site.page !== 'maintenance') return { content: page }
  return { content: <MaintenancePage site={site} copy={copy as MaintenanceCopy} closed={page} /> }
}
