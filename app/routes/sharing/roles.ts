import type { Person } from '#app/domain/sharing/people.ts'

export const ROLES: Record<Person['role'], string> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
}
