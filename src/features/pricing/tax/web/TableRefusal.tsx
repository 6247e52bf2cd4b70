import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type ApiError, refreshReads } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  list: EndpointSpec
  save: { error: ApiError | null; reset: () => void }
  labelOf: (names: readonly string[]) => string
}

/** Why the server refused a table. */
export function TableRefusal({ list, save, labelOf }: Props) {
  const reload = () => {
    save.reset()
    void refreshReads([list])
  }
  return (
    save.error && (
      <FormFailure
        error={save.error}
        reload={reload}
        wordsOf={(error) => <Faults failure={error} labelOf={labelOf} />}
      />
    )
  )
}

/** Each contradiction of a table at its place; else what went wrong. */
function Faults({ failure, labelOf }: { failure: ApiError; labelOf: Props['labelOf'] }) {
  const t = useTexts('tax')
  const fields = failure.code === 'TAX_TABLE_INVALID' ? (failure.fields ?? []) : []
  if (fields.length === 0) return textOfError(failure)
  const placeOf = (path: string) => {
    const names = path.split('.').filter((name) => !/^\d+$/.test(name))
    const row = path.split('.').find((name) => /^\d+$/.test(name))
    const label = labelOf(names)
    return row === undefined ? label : t('page.stepField', { row: Number(row) + 1, name: label })
  }
  return (
    <>
      <b>{t('page.faults')}</b>
      <ul>
        {fields.map(({ path, code }) => (
          <li key={`${path} ${code}`}>
            {placeOf(path)} {t(`faults.${code}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
