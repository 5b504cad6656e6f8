import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import type { loader } from './loader.server.ts'
import { SharingIntent } from './SharingIntent.tsx'

interface Props {
  title: string
  name: string
  shared: { id: string; isLost: boolean }
  intent: string
  fields: Record<string, string>
  submit: string
  children: ReactNode
}

/** A link or an invitation, which can be shown again and ended. */
export function UrlRow({ title, name, shared: { id, isLost }, submit, children, ...end }: Props) {
  const { list } = useLoaderData<typeof loader>()
  return (
    <li>
      <h3 dir="auto">{title}</h3>
      <p>
        {children}
        {isLost && ' · It still works, but its URL can no longer be shown.'}
      </p>
      <div className="choices">
        {!isLost && (
          <Link className="button quiet" to={sharingPath(list.id, id)} aria-label={`Show ${name}`}>
            Show
          </Link>
        )}
        <SharingIntent {...end} submit={submit} label={`${submit} ${name}`} variant="danger" />
      </div>
    </li>
  )
}
