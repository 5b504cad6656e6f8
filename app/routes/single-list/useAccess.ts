import { useMemo } from 'react'
import { accessByAccount, accessByLink, type ListAccess } from '#app/ui/listAccess.ts'
import type { PageData } from './pageData.ts'

export function useAccess(data: PageData): ListAccess {
  const { id, role } = data.list
  const [token, name] = 'token' in data ? [data.token, data.guest] : []
  const userId = 'userId' in data ? data.userId : ''
  return useMemo(
    () =>
      token === undefined ? accessByAccount(userId, id, role) : accessByLink(token, id, role, name ?? ''),
    [token, name, userId, id, role],
  )
}
