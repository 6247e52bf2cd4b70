import { describe, expect, it } from 'vitest'
import { chooseUntil } from '#features/lease-ends/company-exits/rules/exit.ts'
import { mayPay, usualPayer } from '#features/lease-ends/returns/rules/terms.ts'
import { type GuardCode, guards } from '#features/orders/orders/rules/guards.ts'
import { blankFacts, type OrderFacts } from '#features/orders/orders/rules/order-facts.ts'
import { type Language, languages } from '#features/site/public-pages/pages.ts'
import { copyOf } from '#features/site/public-pages/web/copy-texts.ts'
import { exampleValues } from '#features/site/public-pages/web/example.ts'
import { set } from '#features/site/public-pages/web/site.ts'
import { addDays } from '#platform/values/days.ts'

/** A question that people ask of every bicycle benefit: words of the question, then what its answer has to say. */
interface Asked {
  readonly question: Readonly<Record<Language, string>>
  readonly answer: Readonly<Record<Language, readonly string[]>>
}

const asked: Readonly<Record<string, Asked>> = {
  returnBeforeEnd: {
    question: { fi: 'palautan pyörän kesken', sv: 'lämna tillbaka cykeln', en: 'give the bike back before' },
    answer: {
      fi: [
        'pyöräetuohje sallii',
        'Palautusmaksu ja kuljetus lukevat sopimuksessasi',
        'ellei työnantaja ota',
        'vauriot',
      ],
      sv: ['cykelpolicy tillåter', 'står i ditt avtal', 'om inte arbetsgivaren åtar sig', 'skador'],
      en: ['bike policy allows', 'stand in your agreement', 'unless your employer takes on', 'damage'],
    },
  },
  finalPay: {
    question: { fi: 'loppupalkastani', sv: 'slutlön', en: 'final pay' },
    answer: {
      fi: ['Ei. Viimeisen työpäivän kuukausi on viimeinen'],
      sv: ['Nej. Månaden med din sista arbetsdag är den sista'],
      en: ['No. The month of your last working day is the last'],
    },
  },
  theft: {
    question: {
      fi: 'Mitä saan takaisin, jos pyörä varastetaan',
      sv: 'blir stulen',
      en: 'get back if the bike is stolen',
    },
    answer: {
      fi: ['eriä ei palauteta', 'lunastushinnasta', 'pyöräetuohje nimeää'],
      sv: ['återbetalas inte', 'inlösenpris', 'cykelpolicy nämner'],
      en: ['are not returned', 'buy-out price', 'bike policy names'],
    },
  },
  bankruptcy: {
    question: { fi: 'konkurssiin', sv: 'konkurs', en: 'bankrupt' },
    answer: {
      fi: ['30 päivän kuluessa', 'kuukauden lopussa', 'maksutta'],
      sv: ['inom 30 dagar', 'slutet av månaden', 'utan kostnad'],
      en: ['within 30 days', 'ends with the month', 'free of charge'],
    },
  },
  fixedTerm: {
    question: { fi: 'määräaikainen tai koeajalla', sv: 'visstidsanställd', en: 'fixed-term contract or on probation' },
    answer: {
      fi: [
        '12 kuukautta',
        'ellei työnantajasi pyöräetuohje salli lähtöä',
        'Koeajalla voit tilata, jos pyöräetuohje sallii',
      ],
      sv: ['12 månader', 'cykelpolicy tillåter att du slutar', 'På prövotid kan du beställa om cykelpolicyn tillåter'],
      en: ['12 months', 'policy allows leaving', 'On probation you can order if the policy allows'],
    },
  },
  swap: {
    question: { fi: 'vaihtaa pyörän toiseen', sv: 'byta cykeln', en: 'swap the bike' },
    answer: { fi: ['pyörää vaihdeta'], sv: ['cykeln byts inte'], en: ['the bike is not swapped'] },
  },
  rider: {
    question: { fi: 'saa ajaa', sv: 'använda cykeln', en: 'ride the bike' },
    answer: { fi: ['samassa taloudessa'], sv: ['samma hushåll'], en: ['live in your household'] },
  },
  commuterTicket: {
    question: { fi: 'työsuhdematkalipun', sv: 'personbiljett', en: 'commuter ticket' },
    answer: { fi: ['3\u00a0400'], sv: ['3\u00a0400'], en: ['3,400'] },
  },
  holidayPay: {
    question: { fi: 'lomapalkkaan tai sairauspäivärahaan', sv: 'semesterlön', en: 'holiday pay or sickness' },
    answer: { fi: ['vuositulossa'], sv: ['årsinkomsten'], en: ['yearly income'] },
  },
  storePays: {
    question: { fi: 'maksaa liikkeelle', sv: 'kostar tjänsten butiken', en: 'cost a store' },
    answer: { fi: ['Ei mitään', 'kokonaan'], sv: ['Ingenting', 'i sin helhet'], en: ['Nothing', 'in full'] },
  },
  outOfStock: {
    question: { fi: 'ei saakaan', sv: 'inte kan levereras', en: 'cannot be had' },
    answer: {
      fi: ['tilaus perutaan', 'Eriä ei kerry'],
      sv: ['avbokas', 'Inga rater'],
      en: ['cancelled', 'No instalments'],
    },
  },
  months: {
    question: { fi: 'ensimmäinen ja viimeinen erä', sv: 'första och den sista', en: 'first and the last' },
    answer: {
      fi: ['sitä seuraavan kuun alusta', 'viimeisen työpäiväsi kuulta'],
      sv: ['månaden efter', 'sista arbetsdag'],
      en: ['the month after', 'last working day'],
    },
  },
  shopCharge: {
    question: { fi: 'liikkeessä kalliimpi', sv: 'dyrare i butiken', en: 'store charge more' },
    answer: {
      fi: ['sama kuin muille asiakkaille', 'älä maksa sitä'],
      sv: ['detsamma som för andra kunder', 'betala det inte'],
      en: ['the same as for other customers', 'do not pay it'],
    },
  },
  payBefore: {
    question: { fi: 'jotain etukäteen', sv: 'något i förskott', en: 'anything in advance' },
    answer: { fi: ['leasing on alkanut'], sv: ['leasingen har börjat'], en: ['the lease has started'] },
  },
  identities: {
    question: { fi: 'tarkistaa henkilöllisyyksiä', sv: 'kontrollera identiteter', en: 'check identities' },
    answer: {
      fi: ['koodilla', 'Palkan suuruutta palvelu ei tunne'],
      sv: ['med en kod', 'känner inte till lönen'],
      en: ['with a code', 'does not know anybody’s salary'],
    },
  },
  tender: {
    question: { fi: 'kilpailuttaa', sv: 'konkurrensutsätta', en: 'out to tender' },
    answer: {
      fi: ['hankintayksikkö päättää itse', 'ei velvoita tilaamaan'],
      sv: ['avgör själv', 'förpliktar inte'],
      en: ['the contracting entity decides', 'binds nobody to order'],
    },
  },
}

const entriesOf = (language: Language) =>
  copyOf('faq', language)
    .sections.flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'questions' in block ? block.questions : []))

describe('the sixteen questions that people ask of every bicycle benefit', () => {
  it('are sixteen', () => {
    expect(Object.keys(asked)).toHaveLength(16)
  })

  it.each(languages.flatMap((language) => Object.keys(asked).map((name) => [name, language] as const)))(
    'have one answer each: %s in %s',
    (name, language) => {
      const { question, answer } = asked[name]!
      const found = entriesOf(language).filter((entry) => entry.question.includes(question[language]))
      expect(found).toHaveLength(1)
      const shown = set(found[0]!.answer.join(' '), exampleValues(language))
      // A space of a number does not break; that of another text may.
      for (const words of answer[language])
        expect(shown.replaceAll(/(?<!\d)\u00a0/g, ' ').replaceAll(/(\d)\u00a0(?!\d{3})/g, '$1 ')).toContain(words)
    },
  )

  it.each(languages)('type no days, hours or sums of the service, in %s', (language) => {
    const typed = /\d+ (päiv|tun|dag|timm|day|hour|kuukau|månad|month)|\d[\d,. ]* ?€|€\d/
    const answers = entriesOf(language).flatMap(({ answer }) => answer)
    expect(answers.filter((answer) => typed.test(answer))).toEqual([])
  })
})

describe('what the answers say is what the rules do:', () => {
  const holds = (code: Exclude<GuardCode, 'REASON_MISSING'>, facts: Partial<OrderFacts>) =>
    guards[code]({ ...blankFacts('2026-11-23'), ...facts }, { from: 'PENDING', to: 'PACKAGE_PROVIDED' })

  it('probation stops an order where the policy says so alone', () => {
    expect(holds('TRIAL_PERIOD_NOT_OVER', { policyRequiresTrialOver: true })).toBe(false)
    expect(holds('TRIAL_PERIOD_NOT_OVER', { policyRequiresTrialOver: false })).toBe(true)
    expect(holds('TRIAL_PERIOD_NOT_OVER', { policyRequiresTrialOver: true, trialPeriodOver: true })).toBe(true)
  })

  it('the term fits into the employment, or the policy allows leaving before its end', () => {
    const term = {
      lastWorkingDay: '2028-06-01',
      leaseEndEstimate: '2030-01-31',
      shortestTermEnd: '2027-11-30',
    } as const
    expect(holds('LAST_WORKING_DAY_TOO_EARLY', term)).toBe(true)
    expect(holds('LEASE_OUTLASTS_EMPLOYMENT', term)).toBe(false)
    expect(holds('LEASE_OUTLASTS_EMPLOYMENT', { ...term, policyAllowsLeaveBeforeEnd: true })).toBe(true)
  })

  it('a return is paid by whoever ends the employment, and the employer may always take it on', () => {
    expect(usualPayer('RESIGNED', 'EMPLOYEE', false)).toBe('EMPLOYEE')
    for (const reason of ['DISMISSED', 'LAID_OFF'] as const) {
      expect(usualPayer(reason, 'EMPLOYEE', false)).toBe('EMPLOYER')
      expect(mayPay('EMPLOYEE', reason, 'EMPLOYEE', false)).toBe(false)
    }
    expect(mayPay('EMPLOYER', 'RESIGNED', 'EMPLOYEE', false)).toBe(true)
    expect(mayPay('SHARED', 'RESIGNED', 'EMPLOYEE', false)).toBe(true)
  })

  it('people of a company that leaves have the days that the answer names', () => {
    const days = Number(exampleValues('fi').exitDays)
    expect(chooseUntil('2026-11-01', '2026-11-23')).toBe(addDays('2026-11-23', days))
  })
})
