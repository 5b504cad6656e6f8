import { sharingPath } from '#app/protocol/paths.ts'
import { GuestBar, NavBar } from '#app/ui/NavBar.tsx'
import type { PageData } from './pageData.ts'

/** `left` is what is still to buy. */
export function ListBar({ data, left }: { data: PageData; left: string }) {
  const { list } = data
  if ('token' in data) return <GuestBar title={list.name} subtitle={left} />
  const { userId, me } = data
  const share = { to: sharingPath(list.id), isShared: me !== undefined }
  const page = { title: list.name, subtitle: left, ownerId: data.list.createdBy, userId, share }
  return <NavBar page={page} messages={false} />
}
