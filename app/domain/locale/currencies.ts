import { type Currency, DOLLAR } from './currency.ts'
import type { Language } from './locale.ts'

// Intl's data differ between versions of Node. Currencies with three decimals are missing.

const WITH_CENTS =
  'AED AFN AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG ILS INR JMD KES KGS KPW KYD KZT LKR LRD LSL MAD MDL MGA MKD MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SZL THB TJS TMT TOP TRY TTD UAH USD UYU VES WST XCD XCG YER ZAR ZMW ZWG'

/** Some have cents in ISO 4217, but not in shops. */
const WHOLE =
  'ALL BIF CLP COP CRC DJF GNF HUF IDR IRR ISK JPY KHR KMF KRW LAK LBP MMK PYG RWF SYP TWD TZS UGX UZS VND VUV XAF XOF XPF'

const DOLLARS_AND_PESOS = 'ARS AUD BSD CAD CLP COP FJD HKD JMD MXN NZD SGD TTD USD UYU'

const OTHER_SYMBOLS =
  'BOB:Bs BRL:R$ CNY:¥ CRC:₡ CZK:Kč DKK:kr DOP:RD$ EUR:€ GBP:£ GEL:₾ GHS:₵ GTQ:Q HNL:L HUF:Ft IDR:Rp ILS:₪ INR:₹ ISK:kr JPY:¥ KRW:₩ KZT:₸ MNT:₮ MYR:RM NGN:₦ NIO:C$ NOK:kr PAB:B/. PEN:S/ PHP:₱ PLN:zł PYG:₲ RON:lei RUB:₽ SEK:kr THB:฿ TRY:₺ TWD:NT$ UAH:₴ VES:Bs VND:₫ ZAR:R'

const SYMBOLS: Record<string, string> = {
  ...Object.fromEntries(DOLLARS_AND_PESOS.split(' ').map((code) => [code, DOLLAR.symbol])),
  ...Object.fromEntries(OTHER_SYMBOLS.split(' ').map((pair) => pair.split(':'))),
}

const CURRENCIES = new Map<string, Currency>()
for (const code of WITH_CENTS.split(' ')) CURRENCIES.set(code, { symbol: SYMBOLS[code] ?? code, decimals: 2 })
for (const code of WHOLE.split(' ')) CURRENCIES.set(code, { symbol: SYMBOLS[code] ?? code, decimals: 0 })
CURRENCIES.set('USD', DOLLAR)

export const CURRENCY_CODES = [...CURRENCIES.keys()].sort()

export const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && CURRENCIES.has(value)

/** Of a code that an older or a newer version stored, too. */
export const currencyOf = (code: string): Currency =>
  CURRENCIES.get(code) ?? { symbol: code, decimals: DOLLAR.decimals }

/** Regions whose currency doesn't begin with their code. */
const REGIONS: Record<string, string> = {
  AUD: 'KI NR TV',
  CHF: 'LI',
  DKK: 'FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  GBP: 'GG IM JE',
  ILS: 'PS',
  MAD: 'EH',
  NOK: 'SJ',
  NZD: 'CK NU PN TK',
  USD: 'AS EC GU PR SV TL VI',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
}

const OTHERS = new Map(
  Object.entries(REGIONS).flatMap(([code, regions]) => regions.split(' ').map((region) => [region, code])),
)

/** Codes begin with their region: CHF in CH. */
export const currencyIn = (region: string): string | undefined =>
  OTHERS.get(region) ?? CURRENCY_CODES.find((code) => !code.startsWith('X') && code.slice(0, 2) === region)

const ABOUT_A_DOLLAR = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD'])

/** Whether an estimate in dollars says something about what it costs in this currency. */
export const isAboutADollar = (code: string) => ABOUT_A_DOLLAR.has(code)

const LIKELY: Record<Language, string> = {
  en: 'USD GBP EUR CAD AUD',
  de: 'EUR CHF USD GBP DKK',
  es: 'EUR USD MXN ARS COP',
  fr: 'EUR CHF CAD XOF USD',
}

/** 'EUR · Euro', in the reader's language: their own currency, others that are likely, then all by their code. */
export function currencyOptions(
  { language, currency }: { language: Language; currency?: string | undefined },
  chosen = '',
): [code: string, name: string][] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const likely = [chosen, currency ?? '', ...LIKELY[language].split(' ')].filter(isCurrency)
  return [...new Set([...likely.slice(0, 5), ...CURRENCY_CODES])].map((code) => [
    code,
    `${code} · ${names.of(code) ?? code}`,
  ])
}
