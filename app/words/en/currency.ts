import { room } from '../room.ts'

export const currency = room('currency', {
  title: 'Currency',
  label: 'Currency of this list',
  help: 'The amounts stay the same: 3.50 is 3.50 in the new currency. If it has no decimals, prices are rounded. You can undo this.',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
})
