import { useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { kinds } from './photo-file.ts'

interface Detector {
  detect(image: ImageBitmap): Promise<readonly { readonly rawValue: string }[]>
}
declare global {
  interface Window {
    /** The browser's own reader of bar codes, which few desktops have. */
    BarcodeDetector?: new () => Detector
  }
}

const frameNumber = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{2,39}$/

/** The first code in a picture that can be a frame number. */
async function readFrame(file: Blob): Promise<string | null> {
  if (!window.BarcodeDetector) return null
  const picture = await createImageBitmap(file)
  const codes = await new window.BarcodeDetector().detect(picture)
  picture.close()
  return codes.map(({ rawValue }) => rawValue.trim()).find((code) => frameNumber.test(code)) ?? null
}

/** Reads the code of the frame with the phone's camera where the browser can; the number can always be typed. */
export function ScanFrame({ name }: { name: string }) {
  const t = useTexts('glovebox')
  const { set } = useForm()
  const [reported, setReported] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  if (typeof window === 'undefined' || !window.BarcodeDetector) return null
  const read = async (file: File) => {
    setReading(true)
    const found = await readFrame(file).catch(() => null)
    setReading(false)
    if (found) set(name, found)
    setReported(found ? t('scan.found', { number: found }) : t('scan.none'))
  }
  return (
    <div className="stack-sm">
      <div>
        <FileButton accept={kinds} capture="environment" onChange={(file) => file && void read(file)}>
          {(props) => (
            <Button {...props} variant="subtle" loading={isReading}>
              {t('scan.act')}
            </Button>
          )}
        </FileButton>
      </div>
      <p className="sm t2" role="status">
        {reported}
      </p>
    </div>
  )
}
