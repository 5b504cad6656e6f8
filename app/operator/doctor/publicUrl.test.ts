import { expect, test } from 'vitest'
import { certificateOf } from './publicUrl.ts'

test.each<[days: number, problem: string | undefined, text: string]>([
  [0, undefined, 'It expires today.'],
  [1, undefined, 'It expires in 1 day.'],
  [2, undefined, 'It expires in 2 days.'],
  [-1, 'CERT_HAS_EXPIRED', 'It expired 1 day ago.'],
  [-2, 'CERT_HAS_EXPIRED', 'It expired 2 days ago.'],
])('a certificate with %i days left is described in words', (days, problem, text) => {
  const [finding] = certificateOf(
    { certificate: { problem, days }, headers: {} },
    'https://larder.example.org',
  )
  expect(finding?.text).toContain(text)
})

test('a certificate is not blamed for the clock of this machine', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
  for (const problem of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']) {
    const reply = { certificate: { problem, days: -1 }, headers: { date: tomorrow } }
    const findings = certificateOf(reply, 'https://larder.example.org')
    expect(findings).toMatchObject([{ level: 'warn', text: expect.stringMatching(/Set the clock\.$/) }])
  }
})
