import { room } from '../room.ts'

export const copyField = room('copyField', {
  copied: 'Copied',
  copy: 'Copy',
  copyByHand: 'Copy it from here.',
  send: 'Send',
})
