import { useState } from 'react'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { insuranceClaims } from '../contract.ts'
import { type ClaimType, type ProofPiece, proofPieces } from '../rules.ts'

/** For a super admin: what a claim of each type has to tell and show. */
export function ProofLists() {
  const t = useTexts('insurance-claims')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('proofLists.open')}
      </Button>
      <Dialog opened={isOpen} close={() => setOpen(false)} title={t('proofLists.open')}>
        <Lists />
      </Dialog>
    </div>
  )
}

function Lists() {
  const t = useTexts('insurance-claims')
  const found = useApi(insuranceClaims.proofLists, {})
  return (
    <div className="stack-lg">
      <p>{t('proofLists.lead')}</p>
      <Loaded from={found}>
        {({ items }) => (
          <>
            {items.map((list) => (
              <List key={`${list.type} ${list.version}`} list={list} />
            ))}
          </>
        )}
      </Loaded>
    </div>
  )
}

function List({
  list: { type, version, pieces },
}: {
  list: { type: ClaimType; version: number; pieces: ProofPiece[] }
}) {
  const t = useTexts('insurance-claims')
  const chosen = Object.fromEntries(proofPieces.map((piece) => [piece, pieces.includes(piece)]))
  const none = Object.fromEntries(proofPieces.map((piece) => [piece, false])) as Record<ProofPiece, boolean>
  return (
    <section className="stack-md" aria-label={t(`types.${type}`)}>
      <h3>{t(`types.${type}`)}</h3>
      <Form
        endpoint={insuranceClaims.setProofList}
        initial={{ pieces: chosen }}
        also={{ type, version, pieces: none }}
        submit={t('proofLists.save')}
        plain
        refresh={[insuranceClaims.proofLists]}
        onDone={() => showDone(t('proofLists.saved'))}
      >
        {proofPieces.map((piece) => (
          <Field key={piece} name={`pieces.${piece}`} kind="checkbox" label={t(`pieces.${piece}`)} />
        ))}
      </Form>
    </section>
  )
}
