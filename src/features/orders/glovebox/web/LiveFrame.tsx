import { useEffect, useRef } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './FramePhoto.module.css'
import { frameCodeIn } from './frame-code.ts'

const LOOK_MS = 250

interface LiveFrameProps {
  readonly found: (number: string) => void
  /** There is no camera, or it may not be used. */
  readonly refused: () => void
  readonly stop: () => void
}

/** The running camera, in which the browser looks for a code until it has one; nothing of it is kept or sent. */
export function LiveFrame({ found, refused, stop }: LiveFrameProps) {
  const t = useTexts('glovebox')
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef({ found, refused })
  told.current = { found, refused }
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const shown = video.current
      const number = shown && shown.videoWidth > 0 ? await frameCodeIn(shown).catch(() => null) : null
      if (isOver) return
      if (number) told.current.found(number)
      else timer = setTimeout(() => void look(), LOOK_MS)
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      if (isOver || !video.current) return end()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch(() => !isOver && told.current.refused())
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [])
  return (
    <div className={styles.live}>
      {/* What the camera sees now: there is no sound to write down. */}
      <video ref={video} muted playsInline aria-label={t('scan.live')} />
      <p className="sm t2">{t('scan.pointing')}</p>
      <div>
        <Button variant="default" onClick={stop}>
          {t('scan.stop')}
        </Button>
      </div>
    </div>
  )
}
