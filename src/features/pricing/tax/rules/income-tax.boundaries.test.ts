import { expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { type ChurchMembership, incomeTax } from './income-tax.ts'
import { parametersFor } from './tax-parameters.ts'

type Figures = readonly number[]
type Case = readonly [string, number, string, number, ChurchMembership, number | undefined, number, Figures]

/**
 * Both sides of every limit of the law, and every age at which something changes. The figures come from a program of
 * its own that knows nothing of this one: it reads the published tables, follows the published order of calculation in
 * exact fractions and adds up the state tax step by step from the rates alone.
 */
// biome-ignore format: one case a line, its figures in the order total, state, municipal, church, health, daily allowance, Yle, pension, unemployment, net, tax percent
const cases: readonly Case[] = [
  ['a cent below the daily allowance threshold', 2025, 'Kotka', 16861.99, 'EVANGELICAL_LUTHERAN', undefined, 0, [9252, 0, 5381, 859, 607, 0, 2405, 120563, 9949, 1546435, 100]],
  ['at the daily allowance threshold', 2025, 'Kotka', 16862, 'EVANGELICAL_LUTHERAN', undefined, 0, [19305, 0, 2150, 343, 243, 14164, 2405, 120563, 9949, 1536383, 150]],
  ['the last cent without Yle tax', 2025, 'Oulu', 15900.19, 'NONE', undefined, 0, [0, 0, 0, 0, 0, 0, 0, 113686, 9381, 1466952, 0]],
  ['the first cent of Yle tax', 2025, 'Oulu', 15900.20, 'NONE', undefined, 0, [1, 0, 0, 0, 0, 0, 1, 113686, 9381, 1466952, 50]],
  ['a cent below the highest Yle tax', 2025, 'Oulu', 22299.79, 'NONE', undefined, 0, [111505, 0, 67890, 0, 8884, 18732, 15999, 159443, 13157, 1945874, 550]],
  ['at the highest Yle tax', 2025, 'Oulu', 22299.80, 'NONE', undefined, 0, [111506, 0, 67890, 0, 8884, 18732, 16000, 159444, 13157, 1945873, 550]],
  ['a cent below the daily allowance threshold', 2026, 'Kotka', 17254.99, 'EVANGELICAL_LUTHERAN', undefined, 0, [7588, 0, 3291, 525, 385, 0, 3387, 125961, 15357, 1576593, 50]],
  ['at the daily allowance threshold', 2026, 'Kotka', 17255, 'EVANGELICAL_LUTHERAN', undefined, 0, [18572, 0, 0, 0, 0, 15184, 3388, 125962, 15357, 1565609, 150]],
  ['the last cent without Yle tax', 2026, 'Oulu', 15900.19, 'NONE', undefined, 0, [0, 0, 0, 0, 0, 0, 0, 116071, 14151, 1459797, 0]],
  ['the first cent of Yle tax', 2026, 'Oulu', 15900.20, 'NONE', undefined, 0, [1, 0, 0, 0, 0, 0, 1, 116071, 14151, 1459797, 50]],
  ['a cent below the highest Yle tax', 2026, 'Oulu', 22299.79, 'NONE', undefined, 0, [85948, 0, 44308, 0, 6017, 19624, 15999, 162788, 19847, 1961396, 400]],
  ['at the highest Yle tax', 2026, 'Oulu', 22299.80, 'NONE', undefined, 0, [85949, 0, 44308, 0, 6017, 19624, 16000, 162789, 19847, 1961395, 400]],
  ['at the first reduction of the credit', 2025, 'Vaasa', 25000.22, 'ORTHODOX', undefined, 0, [226286, 0, 138744, 33034, 17508, 21000, 16000, 178752, 14750, 2080234, 950]],
  ['a cent into the first reduction', 2025, 'Vaasa', 25000.23, 'ORTHODOX', undefined, 0, [226288, 0, 138745, 33035, 17508, 21000, 16000, 178752, 14750, 2080233, 950]],
  ['at the second reduction of the credit', 2025, 'Vaasa', 43300.14, 'EVANGELICAL_LUTHERAN', undefined, 0, [877797, 403677, 326214, 54369, 41165, 36372, 16000, 309596, 25547, 3117074, 2050]],
  ['a cent into the second reduction', 2025, 'Vaasa', 43300.15, 'EVANGELICAL_LUTHERAN', undefined, 0, [877799, 403679, 326214, 54369, 41165, 36372, 16000, 309596, 25547, 3117073, 2050]],
  ['the credit at its last euros', 2025, 'Vaasa', 125242, 'NONE', undefined, 0, [4578015, 3380773, 955468, 0, 120571, 105203, 16000, 895480, 73893, 6976812, 3700]],
  ['the credit used up', 2025, 'Vaasa', 125300, 'NONE', undefined, 0, [4580780, 3382987, 955914, 0, 120627, 105252, 16000, 895895, 73927, 6979398, 3700]],
  ['at the reduction of the credit', 2026, 'Vaasa', 35750.24, 'ORTHODOX', undefined, 0, [533149, 120476, 266765, 63515, 34933, 31460, 16000, 260977, 31818, 2749080, 1500]],
  ['a cent into the reduction', 2026, 'Vaasa', 35750.25, 'ORTHODOX', undefined, 0, [533149, 120476, 266765, 63515, 34933, 31460, 16000, 260977, 31818, 2749081, 1500]],
  ['where the reduction ends', 2026, 'Vaasa', 51300, 'EVANGELICAL_LUTHERAN', undefined, 0, [1148631, 587208, 385536, 64256, 50487, 45144, 16000, 374490, 45657, 3561222, 2250]],
  ['beyond the end of the reduction', 2026, 'Vaasa', 61300, 'EVANGELICAL_LUTHERAN', undefined, 0, [1571169, 901833, 461917, 76986, 60489, 53944, 16000, 447490, 54557, 4056784, 2600]],
  ['with the credit at its highest', 2025, 'Kauniainen', 17916.67, 'NONE', undefined, 0, [20092, 0, 0, 0, 0, 15050, 5042, 128104, 10571, 1632900, 150]],
  ['with the credit at its highest', 2026, 'Kauniainen', 19055.56, 'NONE', undefined, 0, [24658, 0, 0, 0, 0, 16769, 7889, 139106, 16959, 1724833, 150]],
  ['past a step of the state scale', 2025, 'Joensuu', 23900.55, 'ORTHODOX', undefined, 0, [190580, 0, 112140, 27689, 14675, 20076, 16000, 170889, 14101, 2014485, 800]],
  ['past a step of the state scale', 2025, 'Joensuu', 34920.10, 'ORTHODOX', undefined, 0, [550230, 156996, 252509, 62348, 33044, 29333, 16000, 249679, 20603, 2671498, 1600]],
  ['past a step of the state scale', 2025, 'Joensuu', 57750.33, 'ORTHODOX', undefined, 0, [1498336, 853000, 421567, 104091, 55168, 48510, 16000, 412915, 34073, 3829709, 2600]],
  ['past a step of the state scale', 2025, 'Joensuu', 96930.81, 'ORTHODOX', undefined, 0, [3283401, 2205415, 711700, 175728, 93136, 81422, 16000, 693055, 57189, 5659436, 3400]],
  ['past a step of the state scale', 2025, 'Joensuu', 164080.07, 'ORTHODOX', undefined, 0, [6682618, 4863139, 1208941, 298504, 158207, 137827, 16000, 1173173, 96807, 8455409, 4100]],
  ['past a step of the state scale', 2026, 'Joensuu', 24720.77, 'ORTHODOX', undefined, 0, [186026, 0, 107232, 26477, 14563, 21754, 16000, 180462, 22001, 2083588, 800]],
  ['past a step of the state scale', 2026, 'Joensuu', 36250.15, 'ORTHODOX', undefined, 0, [538790, 130113, 260919, 64425, 35433, 31900, 16000, 264626, 32263, 2789336, 1500]],
  ['past a step of the state scale', 2026, 'Joensuu', 44500.99, 'ORTHODOX', undefined, 0, [869169, 369203, 321689, 79430, 43686, 39161, 16000, 324857, 39606, 3216467, 2000]],
  ['past a step of the state scale', 2026, 'Joensuu', 57770.01, 'ORTHODOX', undefined, 0, [1429601, 782824, 419420, 103561, 56958, 50838, 16000, 421721, 51415, 3874264, 2500]],
  ['aged 15', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2010, 0, [825370, 408922, 317929, 56913, 41606, 0, 0, 0, 0, 3174680, 2100]],
  ['aged 16', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2009, 0, [845239, 398757, 315207, 56426, 41249, 33600, 0, 0, 0, 3154811, 2150]],
  ['aged 17', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2008, 0, [728379, 312241, 292041, 52279, 38218, 33600, 0, 286004, 0, 2985667, 1850]],
  ['aged 18', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2007, 0, [734737, 305102, 290130, 51937, 37968, 33600, 16000, 286004, 23600, 2955709, 1850]],
  ['aged 52', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1973, 0, [734737, 305102, 290130, 51937, 37968, 33600, 16000, 286004, 23600, 2955709, 1850]],
  ['aged 53', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1972, 0, [710220, 286952, 285269, 51067, 37332, 33600, 16000, 346004, 23600, 2920226, 1800]],
  ['aged 62', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1963, 0, [710220, 286952, 285269, 51067, 37332, 33600, 16000, 346004, 23600, 2920226, 1800]],
  ['aged 63', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1962, 0, [734737, 305102, 290130, 51937, 37968, 33600, 16000, 286004, 23600, 2955709, 1850]],
  ['aged 64', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1961, 0, [734737, 305102, 290130, 51937, 37968, 33600, 16000, 286004, 23600, 2955709, 1850]],
  ['aged 65', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1960, 0, [744379, 312241, 292041, 52279, 38218, 33600, 16000, 286004, 0, 2969667, 1900]],
  ['aged 66', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1959, 0, [624379, 192241, 292041, 52279, 38218, 33600, 16000, 286004, 0, 3089667, 1600]],
  ['aged 67', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1958, 0, [624379, 192241, 292041, 52279, 38218, 33600, 16000, 286004, 0, 3089667, 1600]],
  ['aged 68', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1957, 0, [604509, 202406, 294763, 52766, 38574, 0, 16000, 286004, 0, 3109537, 1550]],
  ['aged 69', 2025, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1956, 0, [721370, 288922, 317929, 56913, 41606, 0, 16000, 0, 0, 3278680, 1850]],
  ['with four children', 2025, 'Lahti', 31234.56, 'NONE', 1985, 4, [375627, 64797, 239120, 0, 29473, 26237, 16000, 223327, 18428, 2506074, 1250]],
  ['with eight children and no state tax', 2025, 'Lahti', 24000.01, 'EVANGELICAL_LUTHERAN', 1985, 8, [152209, 0, 89831, 15146, 11072, 20160, 16000, 171600, 14160, 2062032, 650]],
  ['on Åland, at the media fee threshold', 2025, 'Jomala', 14750, 'EVANGELICAL_LUTHERAN', undefined, 0, [0, 0, 0, 0, 0, 0, 0, 105463, 8703, 1360834, 0]],
  ['on Åland, above the media fee threshold', 2025, 'Jomala', 14750.01, 'EVANGELICAL_LUTHERAN', undefined, 0, [12800, 0, 0, 0, 0, 0, 12800, 105463, 8703, 1348035, 100]],
  ['on Åland, high pay', 2025, 'Lemland', 88888.88, 'ORTHODOX', undefined, 0, [2656934, 910111, 1433117, 140896, 85343, 74667, 12800, 635555, 52444, 5543955, 3000]],
  ['on Åland, a student of 17', 2025, 'Vårdö', 20000.01, 'NONE', 2008, 0, [16800, 0, 0, 0, 0, 16800, 0, 143000, 0, 1840201, 100]],
  ['on Åland, aged 66 with a child', 2025, 'Eckerö', 33333.33, 'EVANGELICAL_LUTHERAN', 1959, 1, [269153, 0, 197778, 19243, 11332, 28000, 12800, 238333, 0, 2825847, 850]],
  ['aged 15', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2011, 0, [764177, 346159, 317929, 56913, 43176, 0, 0, 0, 0, 3235873, 1950]],
  ['aged 16', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2010, 0, [784979, 335510, 315078, 56403, 42788, 35200, 0, 0, 0, 3215071, 2000]],
  ['aged 17', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2009, 0, [665550, 247179, 291426, 52169, 39576, 35200, 0, 292004, 0, 3042496, 1700]],
  ['aged 18', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 2008, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 52', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1974, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 53', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1973, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 62', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1964, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 63', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1963, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 64', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1962, 0, [666990, 236410, 288542, 51653, 39185, 35200, 16000, 292004, 35600, 3005456, 1700]],
  ['aged 65', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1961, 0, [681550, 247179, 291426, 52169, 39576, 35200, 16000, 292004, 0, 3026496, 1750]],
  ['aged 66', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1960, 0, [561550, 127179, 291426, 52169, 39576, 35200, 16000, 292004, 0, 3146496, 1450]],
  ['aged 67', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1959, 0, [561550, 127179, 291426, 52169, 39576, 35200, 16000, 292004, 0, 3146496, 1450]],
  ['aged 68', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1958, 0, [540748, 137828, 294277, 52679, 39964, 0, 16000, 292004, 0, 3167298, 1400]],
  ['aged 69', 2026, 'Kuopio', 40000.50, 'EVANGELICAL_LUTHERAN', 1957, 0, [660177, 226159, 317929, 56913, 43176, 0, 16000, 0, 0, 3339873, 1700]],
  ['with four children', 2026, 'Lahti', 31234.56, 'NONE', 1986, 4, [310576, 0, 236801, 0, 30289, 27486, 16000, 228012, 27799, 2557069, 1000]],
  ['with eight children and no state tax', 2026, 'Lahti', 24000.01, 'EVANGELICAL_LUTHERAN', 1986, 8, [81964, 0, 34588, 5832, 4424, 21120, 16000, 175200, 21360, 2121477, 350]],
  ['on Åland, at the media fee threshold', 2026, 'Jomala', 14750, 'EVANGELICAL_LUTHERAN', undefined, 0, [0, 0, 0, 0, 0, 0, 0, 107675, 13128, 1354197, 0]],
  ['on Åland, above the media fee threshold', 2026, 'Jomala', 14750.01, 'EVANGELICAL_LUTHERAN', undefined, 0, [12800, 0, 0, 0, 0, 0, 12800, 107675, 13128, 1341398, 100]],
  ['on Åland, high pay', 2026, 'Lemland', 88888.88, 'ORTHODOX', undefined, 0, [2575016, 830411, 1425365, 140134, 88084, 78222, 12800, 648889, 79111, 5585872, 2900]],
  ['on Åland, a student of 17', 2026, 'Vårdö', 20000.01, 'NONE', 2009, 0, [17600, 0, 0, 0, 0, 17600, 0, 146000, 0, 1836401, 100]],
  ['on Åland, aged 66 with a child', 2026, 'Eckerö', 33333.33, 'EVANGELICAL_LUTHERAN', 1960, 1, [220154, 0, 153897, 14974, 9150, 29333, 12800, 243333, 0, 2869846, 700]],
]

it.each(cases)(
  '%s: in %d, %s, %d €, %s, born %s, %d children',
  (_, year, place, euros, church, birthYear, children, figures) => {
    const found = parametersFor(year, shippedTaxTables, place)
    if (!found.ok) throw new Error(found.code)
    const person = birthYear === undefined ? {} : { birthYear }
    const cashWageCents = Math.round(euros * 100)
    const tax = incomeTax({ cashWageCents, churchMembership: church, children, ...person }, found.parameters)
    expect([
      tax.totalTaxCents,
      tax.stateTaxCents,
      tax.municipalTaxCents,
      tax.churchTaxCents,
      tax.healthCareCents,
      tax.dailyAllowanceCents,
      tax.yleCents,
      tax.pensionCents,
      tax.unemploymentCents,
      tax.netCents,
      tax.taxPercentBasisPoints,
    ]).toEqual(figures)
  },
)
