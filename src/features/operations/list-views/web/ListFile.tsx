import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import type { ListSheet } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lineOf } from './list-file.ts'

/** So many rows are written at most; a longer list is narrowed first. */
const MOST = 5_000

type Drawn = { readonly page: number } & Awaited<ReturnType<ListSheet['read']>>

function save(name: string, lines: readonly string[]) {
  const file = new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Asks for a list page by page, and reads each page once it has been drawn. */
function useListFile(sheet: ListSheet) {
  const t = useTexts('list-views')
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [isBusy, setBusy] = useState(false)
  const lines = useRef<string[]>([])
  const body = useRef<HTMLTableSectionElement>(null)
  const read = async (page: number) => {
    setBusy(true)
    try {
      setDrawn({ page, ...(await sheet.read(page)) })
    } catch (error) {
      setBusy(false)
      setDrawn(null)
      if (!isApiError(error)) throw error
      showFailure(t('file.act'), textOfError(error))
    }
  }
  const begin = () => {
    lines.current = [lineOf(sheet.heads)]
    void read(1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has been drawn is read once.
  useEffect(() => {
    if (!drawn) return
    for (const row of body.current?.rows ?? [])
      lines.current.push(lineOf([...row.cells].map(({ textContent }) => textContent ?? '')))
    const count = lines.current.length - 1
    if (drawn.isMore && count < MOST) {
      void read(drawn.page + 1)
      return
    }
    save(sheet.name, lines.current)
    showDone(t('file.done', { count }), drawn.isMore ? { text: t('file.cut', { most: MOST }) } : {})
    setDrawn(null)
    setBusy(false)
  }, [drawn])
  return { t, drawn, isBusy, body, begin }
}

/** The whole list as it is filtered and sorted, in the words that it shows: drawn page by page out of sight, and read. */
export function ListFile({ sheet }: { sheet: ListSheet }) {
  const { t, drawn, isBusy, body, begin } = useListFile(sheet)
  return (
    <>
      <Button
        size="sm"
        loading={isBusy}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        onClick={begin}
      >
        {t('file.act')}
      </Button>
      {drawn && (
        <table hidden>
          <tbody ref={body}>
            {drawn.rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are drawn once and read.
              <tr key={at}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the rows are.
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
