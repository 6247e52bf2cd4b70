/** A notice to everybody in the three languages. */
export const noticeWords = {
  'Otsikko suomeksi': 'Huolto sunnuntaina',
  'Viesti suomeksi': 'Palvelu on kiinni kello 6–7.',
  'Otsikko englanniksi': 'Maintenance on Sunday',
  'Viesti englanniksi': 'The service is closed from 6 to 7.',
  'Otsikko ruotsiksi': 'Underhåll på söndag',
  'Viesti ruotsiksi': 'Tjänsten är stängd klockan 6–7.',
}
