import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldError } from '#platform/contract/errors.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { toastFailure } from '#platform/web/api/failure-toast.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import { type VoucherProgram, voucherPrograms } from '../rules/voucher-files.ts'
import styles from './Books.module.css'

const icon = <IconDownload size={16} stroke={1.75} aria-hidden="true" />

/** The vouchers of a closed month for bookkeeping programs; what a program would not take is shown by line and field. */
export function VoucherFiles({ month }: { month: string }) {
  const t = useTexts('bookkeeping')
  const [busy, setBusy] = useState<VoucherProgram | null>(null)
  const [refused, setRefused] = useState<{ program: VoucherProgram; fields: readonly FieldError[] } | null>(null)
  const take = async (program: VoucherProgram) => {
    setBusy(program)
    setRefused(null)
    try {
      saveFile(
        await call(bookkeeping.voucherFile, { params: { month }, query: { program } }),
        `${program.toLowerCase()}-${month}.csv`,
      )
    } catch (error) {
      if (isApiError(error, 'VALIDATION')) setRefused({ program, fields: error.fields })
      else toastFailure(error)
    }
    setBusy(null)
  }
  return (
    <section className="stack-sm" aria-label={t('files.title')}>
      <h2>{t('files.title')}</h2>
      <p className="t2">{t('files.text')}</p>
      <div className={styles.actions}>
        {voucherPrograms.map((program) => (
          <Button key={program} leftSection={icon} loading={busy === program} onClick={() => take(program)}>
            {t(`files.${program}`)}
          </Button>
        ))}
      </div>
      {refused && (
        <Note kind="danger">
          <p>{t('files.refused', { program: t(`files.${refused.program}`) })}</p>
          <ul className={styles.parts}>
            {refused.fields.map(({ path, message }) => {
              const [, line = '', field = ''] = path.split('.')
              return (
                <li key={path}>
                  {t('files.line', { line, field })}: {message}
                </li>
              )
            })}
          </ul>
        </Note>
      )}
    </section>
  )
}
