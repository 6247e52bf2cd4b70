import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import type { CalculatorCopy } from './calculator-texts.ts'
import { type Inputs, toFragment } from './inputs.ts'
import type { PaperFacts } from './pdf/document.ts'

/** The address that opens this calculation; what follows the number sign never leaves the browser. */
function shareAddress(inputs: Inputs): string {
  return `${location.origin}${location.pathname}#${toFragment(inputs)}`
}

interface ActionsProps {
  inputs: Inputs
  copy: CalculatorCopy
  /** What the document says: the figures in view. */
  paper: () => Omit<PaperFacts, 'address' | 'brand' | 'at'>
}

type Making = 'idle' | 'making' | 'failed'

/** The document is made here in the browser, by a script and fonts that come with the first wish for one. */
function usePdf({ paper }: ActionsProps): [Making, () => Promise<void>] {
  const [making, setMaking] = useState<Making>('idle')
  const make = async () => {
    setMaking('making')
    try {
      const { downloadPdf } = await import('./pdf/download.ts')
      const facts = paper()
      await downloadPdf({ ...facts, address: shareAddress(facts.inputs) })
      setMaking('idle')
    } catch {
      setMaking('failed')
    }
  }
  return [making, make]
}

/** What to do with the result: keep it as a document, print it, send it on. */
export function Actions(props: ActionsProps) {
  const { inputs, copy } = props
  const { result } = copy
  const [isCopied, setCopied] = useState(false)
  const [making, makePdf] = usePdf(props)
  const share = async () => {
    const address = shareAddress(inputs)
    history.replaceState(null, '', address)
    await navigator.clipboard?.writeText(address).catch(() => undefined)
    setCopied(true)
  }
  const labels = { idle: result.pdf, making: result.pdfMaking, failed: result.pdf }
  return (
    <div className="acts">
      <button type="button" className="btn btn-g" onClick={makePdf} aria-busy={making === 'making'}>
        <Icon name="download" /> <span aria-live="polite">{labels[making]}</span>
      </button>
      <button type="button" className="btn btn-g" onClick={() => print()}>
        <Icon name="print" /> {result.print}
      </button>
      <button type="button" className="btn btn-g" onClick={share}>
        <Icon name="share" /> <span aria-live="polite">{isCopied ? result.shared : result.share}</span>
      </button>
      <p className="err" role="status">
        {making === 'failed' ? result.pdfFailed : null}
      </p>
    </div>
  )
}
