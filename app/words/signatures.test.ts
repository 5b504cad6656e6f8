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
