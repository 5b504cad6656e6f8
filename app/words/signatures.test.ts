import { expect, test } from 'vitest'
import { ENGLISH } from './reader.ts'
import { guestLabel, initialsOf, signatureInitials, signatureText } from './signatures.ts'

test.each([
  [{}, '', ''],
  [{ added: 'Ben' }, 'B', 'added by Ben'],
  [{ added: 'Ben', ticked: guestLabel(ENGLISH, 'Anna') }, 'B ✓A', 'added by Ben, ticked by Anna (guest)'],
  [{ added: 'Ben', ticked: 'Ben' }, '✓B', 'added by Ben, ticked by Ben'],
  [{ ticked: 'Ben' }, '✓B', 'ticked by Ben'],
])('%o is shown as "%s" and read as "%s"', (signature, initials, text) => {
  expect([signatureInitials(signature), signatureText(ENGLISH, signature)]).toEqual([initials, text])
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['maría josé pérez', 'MP'],
  ['𝒜da', '𝒜'],
  ['Anna Maria (guest)', 'AM'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
