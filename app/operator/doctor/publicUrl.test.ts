import { expect, test } from 'vitest'
import { certificateOf } from './publicUrl.ts'

test.each<[days: number, problem: string | undefined, text: string]>([
  [0, undefined, 'It expires today.'],
  [1, undefined, 'It expires in 1 day.'],
  [2, undefined, 'It expires in 2 days.'],
  [-1, 'CERT_HAS_EXPIRED', 'It expired 1 day ago.'],
  [-2, 'CERT_HAS_EXPIRED', 'It expired 2 days ago.'],
])('a certificate with %i days left is described in words', (days, problem, text) => {
  const [finding] = certificateOf({ certificate: { problem, days } }, 'https://larder.example.org')
  expect(finding?.text).toContain(text)
})
