import type { ComponentProps } from 'react'
import type { Person } from '#app/domain/sharing/people.ts'
import { Select } from '#app/ui/Select.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'

export function useRoles(): Record<Person['role'], string> {
  const { owner, editor, viewer } = useWords(sharing)
  return { owner, editor, viewer }
}

export function RoleSelect({
  defaultValue = 'editor',
  ...select
}: Omit<ComponentProps<typeof Select>, 'options'>) {
  const { owner: _, ...options } = useRoles()
  return <Select {...select} name="role" defaultValue={defaultValue} options={options} autoComplete="off" />
}
