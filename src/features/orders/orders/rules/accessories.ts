/** Words of things that are carried or worn and are no part of the bicycle benefit, in the languages of the service. */
const others = [
  /laukku|laukut|reppu|pullo(?!nteline)|juomapullo|takki|housut|paita|käsinee|kengät|vaatte|puhelin|tabletti|tietokone/u,
  /v[äa]sk(a|or|an)\b|ryggsäck|flask(a|or)\b|jacka|byxor|tröja|handskar|skor\b|kläder|telefon|dator|surfplatta/u,
  /\bbags?\b|backpack|pannier|\bbottles?\b(?! (cage|holder))|jacket|trousers|jersey|gloves|shoes|clothes|phone\b|laptop|tablet/u,
]

/** Whether what is typed as an accessory is likely a thing of its own and outside the bicycle benefit: a bag, clothes. */
export function isOutsideBenefit(name: string): boolean {
  const text = name.toLowerCase()
  if (/teline|holder|hållare|kiinnike|mount/u.test(text)) return false
  return others.some((words) => words.test(text))
}
