import { useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { useForm } from '#platform/web/form/form-context.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { frameCodeIn, readsCodes } from './frame-code.ts'
import { LiveFrame } from './LiveFrame.tsx'
import { kinds } from './photo-file.ts'

async function readFrame(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file)
  const found = await frameCodeIn(picture)
  picture.close()
  return found
}

const hasCamera = () => typeof navigator !== 'undefined' && navigator.mediaDevices?.getUserMedia !== undefined

/**
 * Reads the code of the frame where the browser can: from the running camera, or from a picture where there is none or it
 * may not be used. The number can always be typed.
 */
export function ScanFrame({ name }: { name: string }) {
  const t = useTexts('glovebox')
  const { set } = useForm()
  const [reported, setReported] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [isLive, setLive] = useState(false)
  const [isRefused, setRefused] = useState(false)
  if (!readsCodes()) return null
  const take = (found: string | null) => {
    if (found) set(name, found)
    setReported(found ? t('scan.found', { number: found }) : t('scan.none'))
  }
  const read = async (file: File) => {
    setReading(true)
    const found = await readFrame(file).catch(() => null)
    setReading(false)
    take(found)
  }
  const refuse = () => {
    setLive(false)
    setRefused(true)
    setReported(t('scan.refused'))
  }
  const found = (number: string) => {
    setLive(false)
    take(number)
  }
  return (
    <div className="stack-sm">
      {isLive ? (
        <LiveFrame found={found} refused={refuse} stop={() => setLive(false)} />
      ) : (
        <div>
          {hasCamera() && !isRefused ? (
            <Button variant="subtle" onClick={() => setLive(true)}>
              {t('scan.act')}
            </Button>
          ) : (
            <FileButton accept={kinds} capture="environment" onChange={(file) => file && void read(file)}>
              {(props) => (
                <Button {...props} variant="subtle" loading={isReading}>
                  {t('scan.picture')}
                </Button>
              )}
            </FileButton>
          )}
        </div>
      )}
      <p className="sm t2" role="status">
        {reported}
      </p>
    </div>
  )
}
