import { useRef, useState } from 'react'
import type { QueryOf } from '#platform/contract/contract.ts'
import { call } from '#platform/web/api/api.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { type VatEffects, vat } from '../contract.ts'

type Wanted = QueryOf<typeof vat.effects>

/** What a change of the rates would change, counted before anything is saved. */
export function Effects({ effects }: { effects: VatEffects }) {
  const t = useTexts('vat')
  const language = useLanguage()
  const percent = (value: number | null) => (value === null ? '–' : formatPercent(value, language))
  if (effects.turns.length === 0) return <p>{t('effects.none')}</p>
  return (
    <div className="stack-sm">
      <ul>
        {effects.turns.map(({ from, to, before, after }) => (
          <li key={from}>
            <Day day={from} />–{to && <Day day={to} />}
            <span>{`: ${percent(before)} → ${percent(after)}`}</span>
          </li>
        ))}
      </ul>
      <ul>
        {(['agreements', 'orders', 'invoices'] as const).map((of) => (
          <li key={of}>
            {t(`effects.${of}`, { count: effects[of].count })} <Money euros={effects[of].amount} />
          </li>
        ))}
      </ul>
      {effects.invoices.count > 0 && <p className="t2">{t('effects.stay')}</p>}
    </div>
  )
}

/**
 * Shows what a form of a rate would change and asks before it is sent.
 * @returns what the form takes, and the question
 */
export function useAskVat(id?: string) {
  const t = useTexts('vat')
  const body = useRef<Record<string, unknown>>({})
  const [asked, setAsked] = useState<{ effects: VatEffects; send: () => void } | null>(null)
  const close = () => setAsked(null)
  const toBody = (made: Record<string, unknown>) => {
    body.current = made
    return made
  }
  const ask = (send: () => void) => {
    const { country, value, validFrom, validTo } = body.current as Wanted
    const query = { country, value, validFrom, ...(validTo ? { validTo } : {}), ...(id ? { id } : {}) }
    // Without an answer the change is sent: its own refusal says what is wrong.
    call(vat.effects, { query })
      .then((effects) => setAsked({ effects, send }))
      .catch(send)
  }
  const question = (
    <ConfirmDialog
      opened={asked !== null}
      close={close}
      title={t('effects.title')}
      confirm={t('save')}
      onConfirm={() => {
        close()
        asked?.send()
      }}
    >
      {asked && <Effects effects={asked.effects} />}
    </ConfirmDialog>
  )
  return { form: { toBody, ask }, question }
}
