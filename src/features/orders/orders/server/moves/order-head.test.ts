import { afterAll, beforeAll, expect, it } from 'vitest'
import { anotherOrder, buildCast, type Cast } from '#testing/journey.ts'
import { handedOver } from '#testing/mailbox.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await openWorld()
  cast = await buildCast(world)
})
afterAll(() => world.close())

const subjects = async (): Promise<string[]> =>
  (await handedOver(world)).flatMap(({ subject }) =>
    subject ? [subject.replaceAll(/P-\d+-\w+/g, 'P').replaceAll(/ – viimeistään.*| viimeistään [\d.]+/g, '')] : [],
  )

it('says in the subject of each mail about an order where it stands, once, and which or whose it is', async () => {
  const { own, journey, orderId } = await anotherOrder(world, cast)
  await handedOver(world)
  await journey.choosePackage(orderId)
  await journey.answer(orderId)
  const asked = (await subjects()).toSorted()
  expect(asked).toEqual([
    'Leasingsopimus odottaa allekirjoitustasi: Halla Taival 7',
    expect.stringMatching(/^Testi Henkilö \d+: pyöräsopimus odottaa allekirjoitustasi$/),
  ])
  await journey.sign(own.employee, orderId, 'EMPLOYEE')
  await journey.sign(cast.employer, orderId, 'EMPLOYER')
  expect(await subjects()).toEqual(['Vahvista tilauksesi: Halla Taival 7'])
  await journey.confirm(orderId)
  expect((await subjects()).toSorted()).toEqual([
    'Tilauksesi P on vahvistettu – Pyöräsi on tilattu: Halla Taival 7',
    'Tilaus P – Valmistelkaa noudettavaksi: Halla Taival 7',
  ])
  await journey.process(orderId)
  expect((await subjects()).toSorted()).toEqual([
    'Liike kirjaa pyöräsi luovutuksen: Halla Taival 7 – Pyöräsi on tulossa',
    'Lähetä lasku: P – Valmistelkaa noudettavaksi: Halla Taival 7',
    'Tilaus P: pyöräsi on tilattu liikkeestä – Pyöräsi on tulossa, Halla Taival 7',
  ])
})
