import type { ComponentProps } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import { IntentForm } from '#app/ui/IntentForm.tsx'

type Props = Omit<ComponentProps<typeof IntentForm>, 'action'> & { listId: string }

export function SharingForm({ listId, ...form }: Props) {
  const showsUrl = form.intent === 'link' || form.intent === 'invite'
  return <IntentForm action={sharingPath(listId)} replace preventScrollReset={!showsUrl} {...form} />
}
