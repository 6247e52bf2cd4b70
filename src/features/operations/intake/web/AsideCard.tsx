import { useEffect, useRef, useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { intake } from '../contract.ts'
import styles from './Intake.module.css'
import { MendTexts } from './MendTexts.tsx'
import { type Aside, refresh } from './reads.ts'

/** An amount whose only sign parts thousands or cents. */
const TWO_READINGS = /^\D*[1-9]\d{0,2}[.,]\d{3}$/
/** So many texts of a file stand on the card; the others behind them. */
const SHOWN = 6

/** One thing that was put aside: why, what the file says, and what can be done about it. */
export function AsideCard({ aside, isFirst }: { aside: Aside; isFirst: boolean }) {
  const t = useTexts('intake')
  const may = useMay()
  const at = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFirst) at.current?.scrollIntoView({ block: 'center' })
  }, [isFirst])
  const source = [t(`sources.${aside.source}`), aside.fileName, t('aside.line', { line: aside.line }), aside.about]
  return (
    <li ref={at} className={`${styles.aside} ${isFirst ? styles.first : ''}`}>
      <div>
        <h3>{t(`reasons.${aside.reason}`)}</h3>
        <p className={styles.source}>{source.filter(Boolean).join(' · ')}</p>
        {aside.problems.map(({ column, code }) => (
          <p key={`${column} ${code}`} className="sm">
            {column && <strong>{column}:</strong>} <span>{t(`imports.problems.${code}`)}</span>
          </p>
        ))}
      </div>
      <RawTexts aside={aside} />
      {may('bank:match') && (
        <div className={styles.actions}>
          <TakeAside aside={aside} />
          <DismissAside aside={aside} />
        </div>
      )}
    </li>
  )
}

/** What the file says; texts that have something wrong with them are marked. */
function RawTexts({ aside: { raw: told, problems, readings } }: { aside: Aside }) {
  const t = useTexts('intake')
  const columns = new Set(problems.map(({ column }) => column))
  const isWrong = ({ name, text }: Aside['raw'][number]) =>
    columns.has(name) || (readings.length > 0 && TWO_READINGS.test(text))
  // What the card is about stands first in a long document.
  const raw =
    readings.length > 0 ? told.toSorted((left, right) => Number(isWrong(right)) - Number(isWrong(left))) : told
  const text = (some: Aside['raw']) =>
    some.map((one, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a file never move
      <span key={at} className={styles.text}>
        {one.name && <span className={styles.name}>{one.name.split('/').at(-1)}: </span>}
        {isWrong(one) ? <mark>{one.text}</mark> : <span>{one.text}</span>}
      </span>
    ))
  const rest = raw.slice(SHOWN)
  return (
    <div className={styles.raw} translate="no">
      {text(raw.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary>{t('aside.all', { count: rest.length })}</summary>
          {text(rest)}
        </details>
      )}
    </div>
  )
}

function TakeAside({ aside }: { aside: Aside }) {
  const t = useTexts('intake')
  const [mending, setMending] = useState(false)
  const take = useApiAction(intake.take, { refresh, onSuccess: () => showDone(t('done.taken')) })
  const send = (more: { reading?: number; isOurs?: boolean }) =>
    take.mutate({ params: { id: aside.id }, body: { version: aside.version, ...more } })
  if (aside.mend === 'READING')
    return aside.readings.map((amount, reading) => (
      <Button key={amount} loading={take.isPending} onClick={() => send({ reading })}>
        <Money euros={amount} />
      </Button>
    ))
  if (aside.mend === 'AS_IT_STANDS' || aside.mend === 'OURS')
    return (
      <Button loading={take.isPending} onClick={() => send(aside.mend === 'OURS' ? { isOurs: true } : {})}>
        {t(`actions.${aside.mend}`)}
      </Button>
    )
  if (aside.mend !== 'TEXTS') return null
  return (
    <>
      <Button onClick={() => setMending(true)}>{t('actions.TEXTS')}</Button>
      <Dialog opened={mending} close={() => setMending(false)} title={t('mend.title')}>
        <MendTexts aside={aside} close={() => setMending(false)} />
      </Dialog>
    </>
  )
}

function DismissAside({ aside }: { aside: Aside }) {
  const t = useTexts('intake')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {t('actions.dismiss')}
      </Button>
      <Dialog opened={asking} close={() => setAsking(false)} title={t('dismiss.title')}>
        <Form
          endpoint={intake.dismiss}
          params={{ id: aside.id }}
          also={{ version: aside.version }}
          submit={t('dismiss.submit')}
          plain
          refresh={refresh}
          onDone={() => {
            setAsking(false)
            showDone(t('done.dismissed'))
          }}
        >
          <Field name="note" kind="textarea" label={t('dismiss.why')} hint={t('dismiss.hint')} />
        </Form>
      </Dialog>
    </>
  )
}
