/** Letters that all our banks carry beside those of ASCII. */
const CARRIED = /[ÅÄÖåäö]/

const pairs = (text: string) => text.split(' ').map((pair): [string, string] => [pair[0]!, pair.slice(1)])

/** Letters that no mark makes, and those of other alphabets, in Latin letters (ISO 9 and ELOT 743 without marks). */
const LATIN = new Map<string, string>([
  ...pairs('æae øo ßss þth ðd đd ħh ıi łl ŋn œoe ŧt ŀl ĸk ſs ƒf ŉn'),
  ...pairs(
    'аa бb вv гg дd еe ёe жzh зz иi йj кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юju яja',
  ),
  ...pairs('іi їji єje ґg ўu јj љlj њnj ћc ђdj џdz ѓgj ќkj ѕdz әa ғg қk ңn өo ұu үu һh'),
  ...pairs('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo'),
])

const KNOWN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

function latinLetter(letter: string): string {
  if (letter <= '\u007F' || CARRIED.test(letter) || !KNOWN.test(letter)) return letter
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  const lower = bare.toLowerCase()
  const found = LATIN.get(lower)
  if (found === undefined) return bare
  return lower === bare ? found : `${found.charAt(0).toUpperCase()}${found.slice(1)}`
}

/** A text of Latin, Cyrillic or Greek letters in those that banks carry; what has no such letter stays as it is. */
export const latinText = (text: string): string => [...text.normalize('NFC')].map(latinLetter).join('')

/** Whether a name can be written so that a bank carries it: it has letters or digits, and each of them a Latin one. */
export function hasLatinForm(text: string): boolean {
  const letters = latinText(text).match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length > 0 && letters.every((letter) => /[A-Za-z0-9ÅÄÖåäö]/.test(letter))
}
