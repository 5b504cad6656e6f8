import { expect, test } from 'vitest'
import { NUMBER, numberOf } from './numbers.ts'

const WORDS =
  `one=1 nineteen=19 twenty=20 twenty_one=21 fifty_nine=59 funf=5 zwoelf=12 einundzwanzig=21 siebenunddreissig=37 sechzehn=16
  diecisiete=17 veintiuno=21 veintiseis=26 treinta_y_cinco=35 cuarenta=40 dix_sept=17 vingt_et_un=21 trente_deux=32 50=50 1,5=1.5
  half_a_dozen=6 two_dozen=24 a_dozen=12 ein_halbes_dutzend=6 drei_dutzend=36 media_docena=6 dos_docenas=24 demi_douzaine=6
  dizaine=10`
    .split(/\s+/)
    .map((pair) => pair.split('='))

test.each(WORDS)('%s is %s', (word = '', value) => {
  const text = word.replaceAll('_', ' ')
  expect(new RegExp(`^${NUMBER}$`, 'u').test(text)).toBe(true)
  expect(numberOf(text)).toBe(Number(value))
})
