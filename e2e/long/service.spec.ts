import { expect, expectAccessible, openPhone, pathOf, settled, signIn, testOn } from '../helpers/support.ts'

// Vouchers of the demo's own lease come and go, so no other journey meets this service.
const test = testOn(async () => undefined)

const person = 'onni.esimerkki@kaarna.example'
const shop = 'tilaukset@esimerkkikettinki.example'

test('a person makes a service voucher, a shop takes and bills it by the link of its mail, and the person disputes the bill @long', async ({
  browser,
  service,
}) => {
  const phone = await openPhone(browser)
  await signIn(phone, service, person)
  await phone.goto(`${service.url}/mybike`)
  const tile = phone.getByRole('button', { name: /^Huolto/ })
  const own = phone.getByRole('region', { name: 'Huolto' })
  const dialog = phone.getByRole('dialog')

  const code = await test.step('the person takes back the voucher that is open and makes another one', async () => {
    await tile.click()
    await expect(tile).toHaveAttribute('aria-expanded', 'true')
    const shown = own.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
    const before = await shown.innerText()
    await own.getByRole('button', { name: 'Peru seteli' }).click()
    await dialog.getByRole('button', { name: 'Peru seteli' }).click()
    await expect(shown).toHaveCount(0)
    await own.getByRole('button', { name: 'Tee huoltoseteli' }).click()
    await expect(shown).toBeVisible()
    await expect(shown).not.toHaveText(before)
    await expectAccessible(phone, '/mybike, a service voucher')
    return shown.innerText()
  })

  const counter = await openPhone(browser)
  await test.step('a shop is refused with a code too short or wrong, and with an address that is not in the register', async () => {
    await counter.goto(`${service.url}/huolto`)
    const unknown = counter.getByText('Koodia ei löytynyt. Tarkista se asiakkaan puhelimesta.')
    await counter.getByLabel('Koodi').fill('AAAA AAA')
    await counter.getByRole('button', { name: 'Näytä pyörä' }).click()
    await expect(unknown).toBeVisible()
    await counter.getByLabel('Koodi').fill('AAAA AAAA')
    await counter.getByRole('button', { name: 'Näytä pyörä' }).click()
    await expect(counter).toHaveURL(/\/huolto\/AAAAAAAA$/)
    await expect(unknown).toBeVisible()
    await expect(counter.getByLabel('Koodi')).toHaveValue(/^AAAA ?AAAA$/)
    await expectAccessible(counter, '/huolto, a wrong code')
    await counter.getByLabel('Koodi').fill(code.toLowerCase())
    await counter.getByRole('button', { name: 'Näytä pyörä' }).click()
    await expect(counter.getByRole('heading', { level: 1, name: 'Huoltoseteli' })).toBeVisible()
    await counter.getByLabel('Liikkeen sähköposti tai Y-tunnus').fill('joku.muu@liike.example')
    await counter.getByRole('button', { name: 'Ota seteli' }).click()
    await expect(counter.getByText('Rekisterissämme ei ole liikettä tällä tiedolla.')).toBeVisible()
    await expectAccessible(counter, '/huolto, a store that is unknown')
  })

  await test.step('the shop takes the voucher, and its link goes to the address of the register', async () => {
    await counter.getByLabel('Liikkeen sähköposti tai Y-tunnus').fill('9870005-5')
    await counter.getByRole('button', { name: 'Ota seteli' }).click()
    await expect(counter.getByText(/^Lähetimme linkin osoitteeseen t…@esimerkkikettinki\.example/)).toBeVisible()
    await phone.reload()
    await expect(own.getByText('Esimerkki Kettinki on ottanut setelin ja voi laskuttaa työn.')).toBeVisible()
  })

  await test.step('the shop bills no more than is left, and sees its receipt', async () => {
    const mail = await service.message(
      shop,
      ({ subject, text }) => /^Huoltoseteli: /.test(subject) && text.includes(code),
    )
    await counter.goto(service.url + pathOf(mail))
    await expect(counter.getByRole('heading', { level: 1, name: 'Laskuta huolto' })).toBeVisible()
    await counter.getByLabel('Mitä tehtiin').fill('Vaihteiden säätö ja uusi ketju')
    await counter.getByLabel('Summa, sis. alv').fill('9 000')
    await counter.getByLabel('Laskun numero').fill('HUO-501')
    await counter.getByRole('button', { name: 'Lähetä lasku' }).click()
    await expect(counter.getByText(/^Summa on suurempi kuin jäljellä oleva huolto/).first()).toBeVisible()
    await counter.getByLabel('Summa, sis. alv').fill('38,50')
    await expectAccessible(counter, '/huoltolasku')
    await counter.getByRole('button', { name: 'Lähetä lasku' }).click()
    await expect(counter.getByText('Lasku on vastaanotettu.')).toBeVisible()
    await expect(counter.getByText('HUO-501')).toBeVisible()
    await expectAccessible(counter, '/huoltolasku, the receipt')
    await service.message(shop, ({ subject }) => subject === 'Kuitti: huolto, lasku HUO-501')
  })

  await test.step('the person hears of the bill and says that nothing was done', async () => {
    const receipt = await service.message(person, ({ text }) => text.includes('Vaihteiden säätö ja uusi ketju'))
    await phone.goto(service.url + pathOf(receipt))
    const billed = own.getByRole('listitem').filter({ hasText: 'Vaihteiden säätö ja uusi ketju' })
    await expect(billed).toContainText('Tarkistamme laskun')
    await billed.getByRole('button', { name: 'En saanut tätä huoltoa' }).click()
    await dialog.getByRole('button', { name: 'Ilmoita meille' }).click()
    await expect(dialog.getByLabel('Mitä tapahtui?')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Mitä tapahtui?').fill('En ole käynyt liikkeessä.')
    await dialog.getByRole('button', { name: 'Ilmoita meille' }).click()
    await expect(billed).toContainText('Selvitämme laskua')
    await expect(billed.getByRole('button', { name: 'En saanut tätä huoltoa' })).toHaveCount(0)
    await settled(phone)
    await expectAccessible(phone, '/mybike, a disputed service')
  })
})
