import { room } from '../room.ts'

export const receipts = room('receipts', {
  title: 'RECEIPT',
  viewing: 'Viewing the receipt',
  adding: 'Adding a receipt',
  of: ({ name }: { name: string }) => `Receipt for ${name}`,
  fit: 'Fit receipt to window',
  full: 'Show receipt at full size',
  preview: 'Preview',
  photo: 'Receipt photo',
  replace: 'Replace photo',
  choose: 'Take or choose a photo',
  chooseOther: 'Take or choose another photo',
  hint: 'JPEG, PNG or WebP, up to 10 MB.',
  upload: 'Upload',
  add: 'CLICK HERE TO ADD',
  addPending: 'ADDING...',
  update: 'CLICK HERE TO UPDATE',
  updatePending: 'UPDATING...',
  remove: 'Remove receipt',
  goes: 'The receipt goes with it.',
})
