import { useCallback, useEffect, useState } from 'react'
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
  /** What the document says: the figures in view. None while those of the inputs are on their way. */
  paper: (() => Omit<PaperFacts, 'address' | 'brand' | 'at'>) | null
}

type Making = 'idle' | 'wanted' | 'making' | 'failed'

/**
 * The document is made here in the browser, by a script and fonts that come with the first wish for one. A wish that
 * comes before the figures waits for them: the page first shows the figures of an example.
 */
function usePdf({ paper }: ActionsProps): [Making, () => void] {
  const [making, setMaking] = useState<Making>('idle')
  useEffect(() => {
    if (making !== 'wanted' || !paper) return
    setMaking('making')
    const facts = paper()
    import('./pdf/download.ts')
      .then(({ downloadPdf }) => downloadPdf({ ...facts, address: shareAddress(facts.inputs) }))
      .then(
        () => setMaking('idle'),
        () => setMaking('failed'),
      )
  }, [making, paper])
  return [making, useCallback(() => setMaking((now) => (now === 'making' ? now : 'wanted')), [])]
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
  const isMaking = making === 'wanted' || making === 'making'
  return (
    <div className="acts">
      <button type="button" className="btn btn-g" onClick={makePdf} aria-busy={isMaking}>
        <Icon name="download" /> <span aria-live="polite">{isMaking ? result.pdfMaking : result.pdf}</span>
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
