import { useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import type { loader } from './loader.server.ts'

export function SharingIntent(props: Omit<ComponentProps<typeof IntentForm>, 'action'>) {
  const { list } = useLoaderData<typeof loader>()
  return <IntentForm action={sharingPath(list.id)} replace {...props} />
}
