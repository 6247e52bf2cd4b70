import { useState } from 'react'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { QrCode } from '#platform/web/figures/QrCode.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type BikeServiceView, bikeServices } from '../contract.ts'
import { ServiceBalance, VoucherHistory } from './ServiceHistory.tsx'

/** On /mybike: what is left of the service, the voucher for the counter, and what was done before. */
export function OwnService({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('bike-services')
  const found = useApi(bikeServices.get, { params: { leasingAgreementId } })
  return (
    <section className="card stack-md" aria-labelledby="own-service">
      <h2 id="own-service">{t('own.title')}</h2>
      <Loaded from={found}>{(service) => <Whole service={service} />}</Loaded>
    </section>
  )
}

function Whole({ service }: { service: BikeServiceView }) {
  const t = useTexts('bike-services')
  const { balance, vouchers, shown } = service
  if (!balance) return <p>{t('own.none')}</p>
  const open = vouchers.find(({ state }) => state === 'OPEN' || state === 'TAKEN')
  const earlier = vouchers.filter((voucher) => voucher !== open)
  return (
    <>
      <ServiceBalance balance={balance} />
      {open && shown ? <Shown open={open} shown={shown} /> : <Make service={service} />}
      {earlier.length > 0 && (
        <>
          <h3>{t('own.history')}</h3>
          <VoucherHistory
            vouchers={earlier}
            actOf={(voucher) =>
              voucher.invoice === 'TO_CHECK' || voucher.invoice === 'ACCEPTED' ? <Dispute voucher={voucher} /> : null
            }
          />
        </>
      )}
    </>
  )
}

function Make({ service: { leasingAgreementId, obstacle } }: { service: BikeServiceView }) {
  const t = useTexts('bike-services')
  const make = useApiAction(bikeServices.make, {
    refresh: [bikeServices.get],
    onSuccess: () => showDone(t('own.made')),
  })
  if (obstacle) return <Note kind="info">{t(`obstacle.${obstacle}`)}</Note>
  return (
    <>
      <p>{t('own.how')}</p>
      <div>
        <PrimaryButton loading={make.isPending} onClick={() => make.mutate({ body: { leasingAgreementId } })}>
          {t('own.make')}
        </PrimaryButton>
      </div>
    </>
  )
}

type Voucher = BikeServiceView['vouchers'][number]

function Shown({ open, shown }: { open: Voucher; shown: NonNullable<BikeServiceView['shown']> }) {
  const t = useTexts('bike-services')
  const cancel = useApiAction(bikeServices.cancel, {
    refresh: [bikeServices.get],
    onSuccess: () => showDone(t('own.cancelled')),
  })
  const { serviceVoucherId: id, version } = open
  return (
    <div className="stack-md">
      <p>{t('own.how')}</p>
      <div style={{ marginInline: 'auto' }}>
        <QrCode {...shown.qr} label={t('own.code')} />
      </div>
      <Facts
        rows={[
          [t('own.code'), <b key="c">{shown.code}</b>],
          [t('own.validUntil'), <Day key="d" day={open.validUntil} />],
        ]}
      />
      {open.state === 'TAKEN' && <Note kind="ok">{t('own.taken', { store: open.storeName })}</Note>}
      <div>
        <Button
          variant="subtle"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id }, body: { version } })}
        >
          {t('own.cancel')}
        </Button>
      </div>
    </div>
  )
}

function Dispute({ voucher }: { voucher: Voucher }) {
  const t = useTexts('bike-services')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('own.disputeOpen')}
      </Button>
      <Dialog opened={isOpen} close={close} title={t('own.disputeTitle')}>
        <Form
          endpoint={bikeServices.dispute}
          params={{ id: voucher.serviceVoucherId }}
          also={{ version: voucher.version }}
          submit={t('own.dispute')}
          refresh={[bikeServices.get]}
          onDone={() => {
            close()
            showDone(t('own.disputed'))
          }}
        >
          <p>
            {voucher.storeName}, {voucher.work}, <Money euros={voucher.sum} />. {t('own.disputeText')}
          </p>
          <Field name="reason" kind="textarea" label={t('own.reason')} />
        </Form>
      </Dialog>
    </>
  )
}
