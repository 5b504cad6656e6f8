import { expect, test } from 'vitest'
import { ENGLISH } from './reader.ts'
import { guestLabel, signatureNames, signatureText } from './signatures.ts'

test.each([
  [{}, '', ''],
  [{ added: 'Ben' }, 'Ben', 'added by Ben'],
  [
    { added: 'Ben', ticked: guestLabel(ENGLISH, 'Anna') },
    'Ben ✓\u202fAnna',
    'added by Ben, ticked by Anna (guest)',
  ],
  [{ added: 'Ben', ticked: 'Ben' }, '✓\u202fBen', 'added by Ben, ticked by Ben'],
  [{ ticked: 'Ada Lovelace' }, '✓\u202fAda', 'ticked by Ada Lovelace'],
  [{ added: guestLabel(ENGLISH, '') }, 'A guest', 'added by A guest'],
])('%o is shown as "%s" and read as "%s"', (signature, names, text) => {
  expect([signatureNames(ENGLISH, signature), signatureText(ENGLISH, signature)]).toEqual([names, text])
})

test('the owner is not named for adding, only for ticking', () => {
  expect(signatureNames(ENGLISH, { added: 'Ben' }, 'Ben')).toBe('')
  expect(signatureNames(ENGLISH, { added: 'Ben', ticked: 'Anna' }, 'Ben')).toBe('✓\u202fAnna')
  expect(signatureNames(ENGLISH, { added: 'Anna', ticked: 'Ben' }, 'Ben')).toBe('Anna ✓\u202fBen')
})
