import { room } from '../room.ts'

export const copyField = room('copyField', {
  copied: 'Copied',
  copy: 'Copy',
  send: 'Send',
})
