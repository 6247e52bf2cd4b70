import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeServices } from '../contract.ts'
import { ServiceCodePage } from './ServiceCodePage.tsx'

type Page = ReplyOf<typeof bikeServices.page>
type Taken = ReplyOf<typeof bikeServices.take>

/** /huolto/{code}: a shop sees the bicycle of a voucher, and has the link to bill it sent to its own address. */
export function ServiceVoucherPage() {
  const t = useTexts('bike-services')
  const { code = '' } = useParams()
  const found = useApi(bikeServices.page, { params: { code }, enabled: code.length >= 8 })
  usePageTitle(t('shop.title'))
  if (code.length < 8 || isApiError(found.error, 'NOT_FOUND', 'VALIDATION'))
    return <ServiceCodePage problem={t('shop.unknown')} />
  if (isApiError(found.error, 'TOO_MANY_REQUESTS')) return <ServiceCodePage problem={t('shop.tooMany')} />
  return <Loaded from={found}>{(page) => <Whole page={page} code={code} />}</Loaded>
}

function Whole({ page, code }: { page: Page; code: string }) {
  const t = useTexts('bike-services')
  const isGood = page.state === 'OPEN' || page.state === 'TAKEN'
  return (
    <div className="stack-lg">
      <h1>{t('shop.title')}</h1>
      <Facts
        rows={[
          [t('shop.bike'), page.bike],
          [t('shop.frame'), page.frameNumber],
          [
            t('shop.left'),
            page.left !== null && (
              <b key="l" className="fig">
                <Money euros={page.left} />
              </b>
            ),
          ],
          [t('shop.validUntil'), <Day key="d" day={page.validUntil} />],
        ]}
      />
      {page.state !== 'OPEN' && page.state !== 'TAKEN' && <Note kind="warn">{t(`shop.notGood.${page.state}`)}</Note>}
      {isGood && page.obstacle && <Note kind="warn">{t(`obstacle.${page.obstacle}`)}</Note>}
      {isGood && !page.obstacle && <Take page={page} code={code} />}
      <Contact />
    </div>
  )
}

function Take({ page, code }: { page: Page; code: string }) {
  const t = useTexts('bike-services')
  const [taken, setTaken] = useState<Taken | null>(null)
  if (taken?.sentTo) return <Note kind="ok">{t('shop.sent', { address: taken.sentTo })}</Note>
  const choices = taken?.choices ?? []
  return (
    <>
      <p className="lead">{page.storeName ? t('shop.taken', { store: page.storeName }) : t('shop.lead')}</p>
      <Form
        endpoint={bikeServices.take}
        params={{ code }}
        submit={t(page.storeName ? 'shop.again' : 'shop.take')}
        wide
        refresh={[bikeServices.page]}
        onDone={setTaken}
      >
        <Field name="store" label={t('shop.store')} hint={t('shop.storeHint')} />
        {choices.length > 0 && (
          <Field
            name="bikeStoreId"
            kind="select"
            label={t('shop.which')}
            options={choices.map(({ bikeStoreId, storeName, city }) => ({
              value: bikeStoreId,
              label: [storeName, city].filter(Boolean).join(', '),
            }))}
          />
        )}
      </Form>
    </>
  )
}
