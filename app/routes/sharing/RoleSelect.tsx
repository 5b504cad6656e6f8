import type { ComponentProps } from 'react'
import type { Person } from '#app/domain/sharing/people.ts'
import { Select } from '#app/ui/Select.tsx'

export const ROLES: Record<Person['role'], string> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
}

const { owner: _, ...OPTIONS } = ROLES

export function RoleSelect({
  defaultValue = 'editor',
  ...select
}: Omit<ComponentProps<typeof Select>, 'options'>) {
  return <Select {...select} name="role" defaultValue={defaultValue} options={OPTIONS} autoComplete="off" />
}
