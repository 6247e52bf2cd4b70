import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { companies } from '#features/people/companies/contract.ts'
import { companyUnits } from '#features/people/companies/units/contract.ts'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Sections.module.css'

type Unit = Answer<typeof companyUnits.list>['items'][number]
const refresh = [companyUnits.list, companies.get, companies.list]

/** The units of a company: added in one line, renamed and removed in place. */
export function UnitsSection({ companyId }: { companyId: string }) {
  const t = useTexts('companies')
  const may = useMay()('company-unit:write')
  const units = useApi(companyUnits.list, { query: { companyId } })
  const [added, setAdded] = useState(0)
  return (
    <section className="stack-md">
      <h2>{t('units.title')}</h2>
      <p className="t2">{t('units.lead')}</p>
      <Loaded from={units} isEmpty={({ items }) => items.length === 0} empty={<p>{t('units.empty')}</p>}>
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((unit) => (
              <UnitRow key={unit.unitId} unit={unit} may={may} />
            ))}
          </ul>
        )}
      </Loaded>
      {may && (
        <Form
          key={added}
          endpoint={companyUnits.create}
          also={{ companyId }}
          submit={t('units.add')}
          plain
          refresh={refresh}
          onDone={({ unit }) => {
            setAdded((count) => count + 1)
            showDone(t('units.added', { name: unit.data.unitName }))
          }}
        >
          <Field name="unit" label={t('units.name')} required autoComplete="off" />
        </Form>
      )}
    </section>
  )
}

function RenameForm({ unit, close }: { unit: Unit; close: () => void }) {
  const t = useTexts('companies')
  return (
    <Form
      endpoint={companyUnits.rename}
      params={{ unitId: unit.unitId }}
      initial={unit}
      also={{ version: unit.version }}
      submit={t('units.save')}
      refresh={refresh}
      onDone={close}
      beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
    >
      <Field name="unitName" label={t('units.name')} autoComplete="off" />
    </Form>
  )
}

function UnitRow({ unit, may }: { unit: Unit; may: boolean }) {
  const t = useTexts('companies')
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const remove = useApiAction(companyUnits.remove, { refresh, onSuccess: close, onError: close })
  return (
    <li className={styles.item}>
      <div>
        <strong>{unit.unitName}</strong>
        <p className="sm muted">{t('units.people', { count: unit.employeeCount })}</p>
      </div>
      {may && (
        <div className="row">
          <IconButton aria-label={t('units.rename', { name: unit.unitName })} onClick={() => setAsking('rename')}>
            <IconPencil size={18} aria-hidden="true" />
          </IconButton>
          {unit.employeeCount === 0 && (
            <IconButton aria-label={t('units.remove', { name: unit.unitName })} onClick={() => setAsking('remove')}>
              <IconTrash size={18} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
      <Dialog opened={asking === 'rename'} close={close} title={t('units.rename', { name: unit.unitName })}>
        <RenameForm unit={unit} close={close} />
      </Dialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        close={close}
        title={t('units.removeTitle', { name: unit.unitName })}
        confirm={t('units.removeConfirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: unit.unitId }, query: { version: unit.version } })}
        destroys
      />
    </li>
  )
}
