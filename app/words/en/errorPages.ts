import type { ReactNode } from 'react'
import { rich } from '../rich.ts'
import { room } from '../room.ts'

export const errorPages = room('errorPages', {
  forbidden: "You can't do this",
  unchanged: 'Nothing was changed.',
  notFound: 'Page not found',
  gone: "This page doesn't exist or was deleted.",
  linkGone: 'Link not found',
  inviteGone: 'Invitation not found',
  failed: "That didn't work",
  unsupported: "This page doesn't support that action. Nothing was changed.",
  unclear: "The server couldn't understand this request. Nothing was changed.",
  tooLarge: 'Too large',
  tooMuchData: "Larder can't accept that much data at once. Nothing was changed.",
  tooMany: 'Too many requests',
  wait: 'Wait a moment and try again.',
  busy: 'Server busy',
  listsSafe: 'Your lists are safe. Try again in a moment.',
  full: 'Disk full',
  cantSave: "The server can't save anything right now. Your lists are still there.",
  wrong: 'Something went wrong',
  allSafe: 'There was an error on the server. Everything you saved is safe. Try again.',
  report: ({ id }: { id: ReactNode }) => rich`If you report this, include this number: ${id}`,
  back: 'Back to Larder',
})
