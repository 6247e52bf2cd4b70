// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { orders } from '#features/orders/orders/contract.ts'
import orderTexts from '#features/orders/orders/texts/fi.json' with { type: 'json' }
import fi from '#platform/texts/fi.json' with { type: 'json' }
import { Form } from '#platform/web/form/Form.tsx'
import { showPage } from '#testing/show-page.tsx'
import { speakFinnish } from '#testing/speak.ts'
import { AccessoryRows } from './AccessoryRows.tsx'

beforeAll(() => speakFinnish({ platform: fi, orders: orderTexts }))
afterEach(cleanup)

it('warns of a bag that is typed as an accessory, and not of a lock', async () => {
  const initial = { package: { accessories: [{ name: 'Lukko', price: 60 }] } }
  showPage(
    <Form endpoint={orders.setPackage} params={{ orderId: 'o' }} initial={initial} submit="Tallenna">
      <AccessoryRows onPrice={() => undefined} />
    </Form>,
  )
  const name = await screen.findByDisplayValue('Lukko')
  expect(screen.queryByText(orderTexts.form.notBicycle)).toBeNull()
  fireEvent.change(name, { target: { value: 'Satulalaukku' } })
  expect(await screen.findByText(orderTexts.form.notBicycle)).toBeDefined()
})
